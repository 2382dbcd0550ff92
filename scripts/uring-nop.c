/*
 * What a NOP through io_uring costs with liburing: the other half of scripts/uring-nop.sh.
 * usage: uring-nop BATCH NOPS ROUNDS; prints nanoseconds of thread CPU time per NOP, one line a round.
 */
#include <liburing.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

static long long cpu_nanos(void) {
    struct timespec now;
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
    return now.tv_sec * 1000000000LL + now.tv_nsec;
}

static void need(int result, const char *what) {
    if (result < 0) {
        fprintf(stderr, "%s: %s\n", what, strerror(-result));
        exit(1);
    }
}

int main(int count, char **arguments) {
    if (count != 4) {
        fprintf(stderr, "usage: uring-nop BATCH NOPS ROUNDS\n");
        return 2;
    }
    unsigned batch = atoi(arguments[1]);
    long nops = atol(arguments[2]), rounds = atol(arguments[3]);
    struct io_uring ring;
    struct io_uring_params params = {
        .flags = IORING_SETUP_SINGLE_ISSUER | IORING_SETUP_DEFER_TASKRUN | IORING_SETUP_TASKRUN_FLAG |
                 IORING_SETUP_SUBMIT_ALL | IORING_SETUP_CQSIZE,
        .cq_entries = 1024,
    };
    need(io_uring_queue_init_params(256, &ring, &params), "io_uring_queue_init_params");
    need(io_uring_register_ring_fd(&ring), "io_uring_register_ring_fd");
    unsigned long long sum = 0;
    for (long round = 0; round < rounds; round++) {
        long long start = cpu_nanos();
        for (long done = 0; done < nops;) {
            for (unsigned i = 0; i < batch; i++) {
                struct io_uring_sqe *sqe = io_uring_get_sqe(&ring);
                io_uring_prep_nop(sqe);
                io_uring_sqe_set_data64(sqe, done + i);
            }
            need(io_uring_submit_and_wait(&ring, 1), "io_uring_submit_and_wait");
            struct io_uring_cqe *cqe;
            unsigned head, came = 0;
            io_uring_for_each_cqe(&ring, head, cqe) {
                sum += cqe->user_data;
                came++;
            }
            io_uring_cq_advance(&ring, came);
            done += came;
        }
        printf("%.2f\n", (double)(cpu_nanos() - start) / nops);
        fflush(stdout);
    }
    return sum == 0;
}
