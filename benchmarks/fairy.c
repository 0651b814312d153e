/* Fairy between random players, written by hand in plain C: the yardstick for the compiled rules.
   It plays the same game (24 points, third fairy, playing on, floor of -4), with its own random numbers. */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

static uint64_t rng;

static uint32_t bits(void) {
    uint64_t z = (rng += 0x9E3779B97F4A7C15u);
    z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9u;
    z = (z ^ (z >> 27)) * 0x94D049BB133111EBu;
    return (uint32_t)((z ^ (z >> 31)) >> 32);
}

static int below(uint32_t n) { return (int)(((uint64_t)bits() * n) >> 32); }

static int is_fairy(int card) { return card == 4 || card == 11 || card == 18; }

typedef struct { int score[10], reason, turns; } Result;

static void play(int players, Result *r) {
    int deck[21], left = 21, fairies = 0, top, in[10], playing_on = 0;
    for (int i = 0; i < 21; i++) deck[i] = i + 1;
    for (int p = 0; p < players; p++) { r->score[p] = 0; in[p] = 1; }
    r->turns = 0;
    int k = below(left);
    top = deck[k]; deck[k] = deck[--left];
    fairies += is_fairy(top);
    for (;;) {
        int guess[10];
        for (int p = 0; p < players; p++) if (in[p]) guess[p] = below(4);
        k = below(left);
        int card = deck[k]; deck[k] = deck[--left];
        fairies += is_fairy(card);
        r->turns++;
        for (int p = 0; p < players; p++) {
            if (!in[p]) continue;
            int gain = -1;
            switch (guess[p]) {
            case 0: if (card > top) gain = 2; break;
            case 1: if (card < top) gain = 2; break;
            case 2: if ((card - 1) / 7 == (top - 1) / 7) gain = 4; break;
            case 3: if (is_fairy(card)) gain = 7; break;
            }
            r->score[p] += gain;
            if (r->score[p] < -4) r->score[p] = -4;
        }
        top = card;
        int best = -5, leaders = 0;
        for (int p = 0; p < players; p++) {
            if (!in[p]) continue;
            if (r->score[p] > best) { best = r->score[p]; leaders = 1; }
            else if (r->score[p] == best) leaders++;
        }
        int why = playing_on ? 4 : best >= 24 ? 2 : fairies == 3 ? 1 : 0;
        if (why && leaders == 1) { r->reason = why; return; }
        if (left == 0) { r->reason = 5; return; }
        if (why) {
            playing_on = 1;
            for (int p = 0; p < players; p++) if (r->score[p] < best) in[p] = 0;
        }
    }
}

int main(int argc, char **argv) {
    int players = atoi(argv[1]);
    long games = atol(argv[2]);
    (void)argc;
    double score = 0, turns = 0, reasons[6] = {0};
    struct timespec a, b;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &a);
    rng = strtoull(argv[3], 0, 10);
    for (long g = 0; g < games; g++) {
        Result r;
        play(players, &r);
        for (int p = 0; p < players; p++) score += r.score[p];
        turns += r.turns;
        reasons[r.reason]++;
    }
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &b);
    double s = (double)(b.tv_sec - a.tv_sec) + 1e-9 * (double)(b.tv_nsec - a.tv_nsec);
    printf("{\"seconds\": %.6f, \"mean_score\": %.6f, \"mean_turns\": %.6f, \"end_reasons\": [%.6f, %.6f, %.6f, %.6f, %.6f]}\n", s,
           score / (double)games / players, turns / (double)games, reasons[1] / (double)games, reasons[2] / (double)games,
           reasons[3] / (double)games, reasons[4] / (double)games, reasons[5] / (double)games);
    return 0;
}
