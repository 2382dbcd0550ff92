/*
 * Starts a program under what a host may deny:
 *   launcher errno SYSCALL ERRNO PROGRAM ARGUMENT...   a seccomp filter answers that call with ERRNO
 *   launcher memlock BYTES UID PROGRAM ARGUMENT...     another user, who may lock so much memory
 * Exits with 120 and a line on standard error if it cannot.
 */
#define _GNU_SOURCE
#include <errno.h>
#include <grp.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <unistd.h>

#define CANNOT 120

static void need(int ok, const char *what) {
    if (!ok) {
        fprintf(stderr, "launcher: %s: %s\n", what, strerror(errno));
        exit(CANNOT);
    }
}

static void deny(unsigned number, unsigned error) {
    struct sock_filter code[] = {
        BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, nr)),
        BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, number, 0, 1),
        BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ERRNO | error),
        BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW),
    };
    struct sock_fprog filter = {.len = sizeof code / sizeof *code, .filter = code};
    need(prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) == 0, "no_new_privs");
    need(syscall(SYS_seccomp, SECCOMP_SET_MODE_FILTER, 0, &filter) == 0, "seccomp");
}

static void limit(rlim_t bytes, uid_t user) {
    struct rlimit limit = {.rlim_cur = bytes, .rlim_max = bytes};
    need(setrlimit(RLIMIT_MEMLOCK, &limit) == 0, "setrlimit");
    need(setgroups(0, NULL) == 0, "setgroups");
    need(setgid(user) == 0, "setgid");
    need(setuid(user) == 0, "setuid");
}

int main(int count, char **arguments) {
    if (count < 5) {
        errno = EINVAL;
        need(0, "usage: launcher errno|memlock A B PROGRAM ARGUMENT...");
    }
    unsigned long a = strtoul(arguments[2], NULL, 10), b = strtoul(arguments[3], NULL, 10);
    if (strcmp(arguments[1], "errno") == 0) {
        deny(a, b);
    } else {
        limit(a, b);
    }
    execv(arguments[4], arguments + 4);
    need(0, arguments[4]);
}
