/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * mini - the smallest scheduler of sched_ext
 *
 * mini		one queue, first in, first out, slices of 20 ms: all that the kernel does if
 *		a scheduler has nothing but a name
 * mini stall	only tasks of the policy ext are its own, and it loses them: after 2 s the
 *		kernel's watchdog throws it out
 *
 * The scheduler is there until mini ends; once it was thrown out mini goes on, so that its
 * end tells nothing. Its one program is two instructions long, so neither a
 * compiler for BPF nor libbpf is wanted: all that they would do is to look up in the kernel's
 * own description of its types (BTF) where the members of struct sched_ext_ops are. Needs
 * root, and a kernel with CONFIG_SCHED_CLASS_EXT and CONFIG_DEBUG_INFO_BTF. tests/lab/sched_ext
 * runs it.
 */
#include <err.h>
#include <fcntl.h>
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
#define SWITCH_PARTIAL (UINT64_C(1) << 3)	/* SCX_OPS_SWITCH_PARTIAL */
#define TIMEOUT_MS 2000			/* of "stall" */
#define BTF_MAX (64 << 20)		/* bytes; 6 MB in 2026 */

static unsigned char *btf;
static const struct btf_header *head;

static int bpf(int cmd, union bpf_attr *attr, const char *what)
{
	int fd = (int)syscall(SYS_bpf, cmd, attr, sizeof(*attr));

	if (fd < 0)
		err(1, "%s", what);
	return fd;
}

static void btf_read(void)
{
	int fd = open("/sys/kernel/btf/vmlinux", O_RDONLY | O_CLOEXEC);
	size_t n = 0;
	ssize_t got;

	btf = calloc(1, BTF_MAX);
	if (fd < 0 || !btf)
		err(1, "/sys/kernel/btf/vmlinux");
	while ((got = read(fd, btf + n, BTF_MAX - n)) > 0)
		n += (size_t)got;
	close(fd);
	head = (const void *)btf;
	if (got < 0 || n < sizeof(*head) || head->magic != BTF_MAGIC || n == BTF_MAX)
		errx(1, "/sys/kernel/btf/vmlinux is not understood");
}

static const char *btf_name(uint32_t offset)
{
	return (const char *)btf + head->hdr_len + head->str_off + offset;
}

/* Older kernels leave the upper bits of the number of members and of the kind 0. */
static uint32_t type_members(const struct btf_type *t)
{
	return t->info & 0xffffff;
}

/* Bytes that follow a type, by its kind */
static size_t type_rest(const struct btf_type *t)
{
	static const struct {
		size_t fixed, each;
	} rest[] = {
		[BTF_KIND_INT] = { 4, 0 }, [BTF_KIND_ARRAY] = { 12, 0 },
		[BTF_KIND_STRUCT] = { 0, 12 }, [BTF_KIND_UNION] = { 0, 12 },
		[BTF_KIND_ENUM] = { 0, 8 }, [BTF_KIND_FUNC_PROTO] = { 0, 8 },
		[BTF_KIND_VAR] = { 4, 0 }, [BTF_KIND_DATASEC] = { 0, 12 },
		[BTF_KIND_DECL_TAG] = { 4, 0 }, [BTF_KIND_TYPE_TAG] = { 0, 0 },
		[BTF_KIND_ENUM64] = { 0, 12 },
	};
	uint32_t kind = t->info >> 24 & 0x7f;

	if (kind >= sizeof(rest) / sizeof(*rest))
		errx(1, "a type of an unknown kind, %u", kind);
	return rest[kind].fixed + rest[kind].each * type_members(t);
}

/* The struct of this name; *id, if wanted, is its number. */
static const struct btf_type *type_of(const char *name, uint32_t *id)
{
	const unsigned char *p = btf + head->hdr_len + head->type_off, *end = p + head->type_len;
	const struct btf_type *t;

	for (uint32_t n = 1; p < end; p += sizeof(*t) + type_rest(t), n++) {
		t = (const void *)p;
		if ((t->info >> 24 & 0x7f) != BTF_KIND_STRUCT ||
		    strcmp(btf_name(t->name_off), name) != 0)
			continue;
		if (id)
			*id = n;
		return t;
	}
	errx(1, "this kernel has no struct %s (CONFIG_SCHED_CLASS_EXT)", name);
}

/* The member's place in bytes; *n, if wanted, is its number. */
static size_t member_at(const struct btf_type *t, const char *name, uint32_t *n)
{
	const struct btf_member *m = (const void *)(t + 1);

	for (uint32_t i = 0; i < type_members(t); i++) {
		if (strcmp(btf_name(m[i].name_off), name) != 0)
			continue;
		if (n)
			*n = i;
		return (m[i].offset & 0xffffff) / 8;
	}
	errx(1, "no member %s", name);
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

/* A program that returns 0 and does nothing else, in the place of a member of the struct */
static int nothing(uint32_t struct_id, uint32_t member)
{
	static const struct bpf_insn insns[] = {
		{ .code = BPF_ALU64 | BPF_MOV | BPF_K, .dst_reg = BPF_REG_0 },
		{ .code = BPF_JMP | BPF_EXIT },
	};
	union bpf_attr attr = {
		.prog_type = BPF_PROG_TYPE_STRUCT_OPS, .insns = (uintptr_t)insns, .insn_cnt = 2,
		.license = (uintptr_t)"GPL", .attach_btf_id = struct_id,
		.expected_attach_type = member,
	};

	return bpf(BPF_PROG_LOAD, &attr, "a program");
}

static void set(unsigned char *ops, const struct btf_type *t, const char *name, uint64_t value,
		size_t bytes)
{
	memcpy(ops + member_at(t, name, NULL), &value, bytes);	/* little endian */
}

/* Returns the file descriptor that keeps the scheduler. */
static int load(const char *name, int stall)
{
	uint32_t ops_id, value_id, enqueue;
	const struct btf_type *ops = type_of("sched_ext_ops", &ops_id);
	const struct btf_type *value = type_of("bpf_struct_ops_sched_ext_ops", &value_id);
	size_t place = member_at(ops, "enqueue", &enqueue);
	unsigned char *memory = calloc(1, value->size), *data;
	uint64_t program;
	uint32_t key = 0;
	union bpf_attr map = {
		.map_type = BPF_MAP_TYPE_STRUCT_OPS, .key_size = sizeof(key),
		.value_size = value->size, .max_entries = 1, .map_flags = STRUCT_OPS_LINK,
		.btf_fd = (uint32_t)own_types(), .btf_vmlinux_value_type_id = value_id,
	};
	union bpf_attr update = { .key = (uintptr_t)&key, .value = (uintptr_t)memory };
	union bpf_attr link = { .link_create.attach_type = STRUCT_OPS_ATTACH };

	if (!memory)
		err(1, NULL);
	data = memory + member_at(value, "data", NULL);
	strcpy((char *)data + member_at(ops, "name", NULL), name);
	if (stall) {
		set(data, ops, "flags", SWITCH_PARTIAL, 8);
		set(data, ops, "timeout_ms", TIMEOUT_MS, 4);
		program = (uint64_t)nothing(ops_id, enqueue);
		memcpy(data + place, &program, sizeof(program));
	}
	update.map_fd = (uint32_t)bpf(BPF_MAP_CREATE, &map, "a map");
	bpf(BPF_MAP_UPDATE_ELEM, &update, "the scheduler");
	link.link_create.prog_fd = update.map_fd;	/* the kernel's name is map_fd */
	free(memory);
	return bpf(BPF_LINK_CREATE, &link, "enabling the scheduler");
}

int main(int argc, char **argv)
{
	int stall = argc == 2 && !strcmp(argv[1], "stall");

	if (argc > 1 + stall) {
		fprintf(stderr, "usage: mini [stall]\n");
		return 2;
	}
	btf_read();
	load(stall ? "stall" : "mini", stall);
	for (;;)
		pause();
}
