# SPDX-License-Identifier: GPL-2.0-or-later
# What Linux tells, read from trees of files made for the purpose.
trees=$(mktemp -d)
trap 'rm -rf "$trees"' EXIT
sh tests/data/fixtures.sh "$trees" && tests/unit_machine "$trees"
