/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * mini - the smallest scheduler of sched_ext
 *
 * It has a name and not one function: then the kernel itself keeps one queue, first in, first
 * out, with slices of 20 ms. So neither a compiler for BPF nor libbpf is needed: all that they
 * would do is to look up, in the kernel's own description of its types (BTF), where the members
 * of struct sched_ext_ops are. (A function would be a BPF program, with the license "GPL".)
 *
 * The scheduler is there until mini ends. If the kernel throws it out before, mini goes on, so
 * that interbench has to find out by itself. Needs root, and a kernel with
 * CONFIG_SCHED_CLASS_EXT and CONFIG_DEBUG_INFO_BTF. tests/lab/sched_ext runs it.
 */
#include <err.h>
#include <linux/bpf.h>
#include <linux/btf.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/syscall.h>
#include <unistd.h>

/* Newer than some linux/bpf.h */
#define STRUCT_OPS_ATTACH 44		/* BPF_STRUCT_OPS */
#define STRUCT_OPS_LINK (1U << 13)	/* BPF_F_LINK: the scheduler goes with our last fd */

/* Linux 7 has widened the number of members and the kind; the new bits were 0 before. */
#define MEMBERS(type) ((type)->info & 0xffffff)
#define KIND(type) ((type)->info >> 24 & 0x7f)

static _Alignas(8) unsigned char btf[64 << 20];	/* 5.3 MB are used in Linux 7.3 */
static const struct btf_header *head = (const void *)btf;

static int bpf(int cmd, union bpf_attr *attr, const char *what)
{
	int fd = (int)syscall(SYS_bpf, cmd, attr, sizeof(*attr));

	if (fd < 0)
		err(1, "%s", what);
	return fd;
}

static void btf_read(void)
{
	FILE *file = fopen("/sys/kernel/btf/vmlinux", "re");
	size_t n = file ? fread(btf, 1, sizeof(btf), file) : 0;

	if (!file || ferror(file))
		err(1, "/sys/kernel/btf/vmlinux");
	fclose(file);
	if (n < sizeof(*head) || n == sizeof(btf) || head->magic != BTF_MAGIC)
		errx(1, "/sys/kernel/btf/vmlinux is not understood");
}

static const char *btf_name(uint32_t offset)
{
	return (const char *)btf + head->hdr_len + head->str_off + offset;
}

/* Bytes that follow a type, by its kind */
static size_t type_rest(const struct btf_type *t)
{
	static const size_t once[BTF_KIND_ENUM64 + 1] = {
		[BTF_KIND_INT] = 4, [BTF_KIND_ARRAY] = 12, [BTF_KIND_VAR] = 4,
		[BTF_KIND_DECL_TAG] = 4,
	}, each[BTF_KIND_ENUM64 + 1] = {
		[BTF_KIND_STRUCT] = 12, [BTF_KIND_UNION] = 12, [BTF_KIND_ENUM] = 8,
		[BTF_KIND_FUNC_PROTO] = 8, [BTF_KIND_DATASEC] = 12, [BTF_KIND_ENUM64] = 12,
	};

	if (KIND(t) > BTF_KIND_ENUM64)
		errx(1, "a type of an unknown kind, %u", KIND(t));
	return once[KIND(t)] + each[KIND(t)] * MEMBERS(t);
}

/* The struct of this name; *id is its number. */
static const struct btf_type *type_of(const char *name, uint32_t *id)
{
	const unsigned char *p = btf + head->hdr_len + head->type_off, *end = p + head->type_len;
	const struct btf_type *t;

	for (uint32_t n = 1; p < end; p += sizeof(*t) + type_rest(t), n++) {
		t = (const void *)p;
		*id = n;
		if (KIND(t) == BTF_KIND_STRUCT && !strcmp(btf_name(t->name_off), name))
			return t;
	}
	errx(1, "this kernel has no struct %s (CONFIG_SCHED_CLASS_EXT)", name);
}

/* The member's place in bytes; the upper bits of the kernel's are the width of a bit field. */
static size_t member_at(const struct btf_type *t, const char *name)
{
	const struct btf_member *m = (const void *)(t + 1);

	for (uint32_t i = 0; i < MEMBERS(t); i++)
		if (!strcmp(btf_name(m[i].name_off), name))
			return (m[i].offset & 0xffffff) / 8;
	errx(1, "a struct of this kernel has no member %s", name);
}

/* A map has to have types of its own, whatever they are: an int. */
static int own_types(void)
{
	static const struct {
		struct btf_header head;
		struct btf_type type;
		uint32_t bits;
		char text[8];
	} own = {
		{ .magic = BTF_MAGIC, .version = BTF_VERSION, .hdr_len = sizeof(own.head),
		  .type_len = sizeof(own.type) + sizeof(own.bits),
		  .str_off = sizeof(own.type) + sizeof(own.bits), .str_len = sizeof(own.text) },
		{ .name_off = 1, .info = BTF_KIND_INT << 24, .size = 4 }, 32, "\0int",
	};
	union bpf_attr attr = { .btf = (uintptr_t)&own, .btf_size = sizeof(own) };

	return bpf(BPF_BTF_LOAD, &attr, "our types");
}

/* Enables the scheduler; the file descriptor that keeps it stays open until mini ends. */
static void enable(void)
{
	uint32_t ops_id, value_id, key = 0;
	const struct btf_type *ops = type_of("sched_ext_ops", &ops_id);
	const struct btf_type *value = type_of("bpf_struct_ops_sched_ext_ops", &value_id);
	unsigned char *memory = calloc(1, value->size);
	union bpf_attr map = {
		.map_type = BPF_MAP_TYPE_STRUCT_OPS, .key_size = sizeof(key),
		.value_size = value->size, .max_entries = 1, .map_flags = STRUCT_OPS_LINK,
		.btf_fd = (uint32_t)own_types(), .btf_vmlinux_value_type_id = value_id,
	};
	union bpf_attr update = { .key = (uintptr_t)&key, .value = (uintptr_t)memory };
	union bpf_attr link = { .link_create.attach_type = STRUCT_OPS_ATTACH };

	if (!memory)
		err(1, NULL);
	strcpy((char *)memory + member_at(value, "data") + member_at(ops, "name"), "mini");
	update.map_fd = (uint32_t)bpf(BPF_MAP_CREATE, &map, "a map");
	bpf(BPF_MAP_UPDATE_ELEM, &update, "the scheduler");
	link.link_create.prog_fd = update.map_fd;	/* the kernel's name is map_fd */
	bpf(BPF_LINK_CREATE, &link, "enabling the scheduler");
	free(memory);
}

int main(void)
{
	btf_read();
	enable();
	for (;;)
		pause();
}
