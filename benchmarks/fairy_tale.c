/* Fairy Tale, full deck, uniformly random play, in plain C: what the compiled rules are measured against.
 *
 *     gcc -O3 -march=native -o fairy_tale fairy_tale.c && ./fairy_tale PLAYERS GAMES SEED
 *
 * It shares no code and no data file with the engine, so its mean scores are also an independent check of the rules. A seat
 * chooses uniformly among the different kinds it could take, as random seats do there. Cards lie in arrays, one entry a card.
 */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { WOOD, EMPIRE, VALLEY, SHADOW, ANY };
enum { CHARACTER, PLACE, TALE };
enum { NOTHING, HUNT, OPEN, CLOSE_OWN, CLOSE_ALL };
enum { KINDS = 40, CARDS = 100, MAX_SEATS = 5, ROUNDS = 4, HAND = 5, PLAYS = 3, STEPS = ROUNDS * PLAYS };

typedef struct {
    int category, typology, value, copies, effect, target;
} Kind;

/* In each realm: place, opener, hunter, ally, variable, family, four chapters. */
#define REALM(c)                                                                                                        \
    {c, PLACE, 6, 4, CLOSE_OWN, c}, {c, CHARACTER, 1, 4, OPEN, c}, {c, CHARACTER, 3, 1, HUNT, SHADOW},                   \
        {c, CHARACTER, 3, 4, NOTHING, 0}, {c, CHARACTER, 0, 4, NOTHING, 0}, {c, CHARACTER, 0, 7, NOTHING, 0},            \
        {c, TALE, 6, 1, NOTHING, 0}, {c, TALE, 7, 1, NOTHING, 0}, {c, TALE, 8, 1, NOTHING, 0}, {c, TALE, 9, 1, NOTHING, 0}

static const Kind KIND[KINDS] = {
    REALM(WOOD), REALM(EMPIRE), REALM(VALLEY),
    {SHADOW, CHARACTER, 2, 2, CLOSE_ALL, WOOD},   /* 30 Vampire */
    {SHADOW, CHARACTER, 2, 2, CLOSE_ALL, EMPIRE}, /* 31 Demon */
    {SHADOW, CHARACTER, 2, 2, CLOSE_ALL, VALLEY}, /* 32 Werewolf */
    {SHADOW, CHARACTER, -1, 2, OPEN, ANY},        /* 33 Dark Angel */
    {SHADOW, PLACE, 5, 3, CLOSE_OWN, ANY},        /* 34 Magic Circle of Chaos */
    {SHADOW, CHARACTER, -1, 1, NOTHING, 0},       /* 35 The Trickster */
    {SHADOW, TALE, 6, 1, NOTHING, 0}, {SHADOW, TALE, 7, 1, NOTHING, 0},
    {SHADOW, TALE, 8, 1, NOTHING, 0}, {SHADOW, TALE, 9, 1, NOTHING, 0}};
enum { ALLY = 3, VARIABLE = 4, FAMILY = 5, CHAPTER = 6, ANGEL = 33, TRICKSTER = 35, SHADOW_CHAPTER = 36 };
static const int REALM_OF_ALLY[3] = {VALLEY, WOOD, EMPIRE}; /* whose ally each realm's variable card wants */

static uint64_t rng;
static inline uint32_t below(uint32_t n) {
    uint64_t z = (rng += 0x9E3779B97F4A7C15u);
    z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9u;
    z = (z ^ (z >> 27)) * 0x94D049BB133111EBu;
    z ^= z >> 31;
    return (uint32_t)(((z >> 32) * n) >> 32);
}

static int seats, dealer;
static int8_t deck[CARDS], hand[MAX_SEATS][HAND], table[MAX_SEATS][STEPS];
static uint8_t closed[MAX_SEATS][STEPS];
static int steps, turned_over;
static long long decisions;

/* A random one of the different kinds among the cards; the index of a card of it. */
static int choose(const int8_t *cards, int n) {
    int first[STEPS], kinds = 0;
    uint64_t seen = 0;
    for (int i = 0; i < n; i++) {
        first[kinds] = i;
        kinds += !(seen >> cards[i] & 1);
        seen |= 1ull << cards[i];
    }
    return first[kinds == 1 ? 0 : below(kinds)];
}

static void draft(int round, int8_t drafted[MAX_SEATS][HAND]) {
    for (int pick = 0; pick < HAND; pick++) {
        int left = HAND - pick;
        for (int seat = 0; seat < seats; seat++) {
            int from = round % 2 == 0 ? seat - pick : seat + pick;
            int8_t *cards = hand[(from + HAND * seats) % seats];
            int i = choose(cards, left);
            decisions += left > 1;
            drafted[seat][pick] = cards[i];
            cards[i] = cards[left - 1];
        }
    }
}

/* The places on a seat's row that an effect may turn; earlier cards first, so the first of a kind is the earliest. */
static int find(int seat, int target, int want_closed, int until, int8_t *where, int8_t *what) {
    int n = 0;
    for (int i = 0; i < until; i++)
        if (closed[seat][i] == want_closed && (target == ANY || KIND[table[seat][i]].category == target)) {
            where[n] = i;
            what[n++] = table[seat][i];
        }
    return n;
}

static int different(const int8_t *what, int n) {
    for (int i = 1; i < n; i++)
        if (what[i] != what[0]) return 1;
    return 0;
}

static void turn_one(int seat, int target, int want_closed, int until, int amount) {
    int8_t where[STEPS], what[STEPS];
    while (amount > 0) {
        int n = find(seat, target, want_closed, until, where, what);
        if (n == 0) return;
        int i = 0;
        if (n > amount && different(what, n)) {
            i = choose(what, n);
            decisions++;
        }
        closed[seat][where[i]] = !want_closed;
        turned_over += want_closed ? -1 : 1;
        amount--;
    }
}

/* A card that closes one of its owner's cards, itself included. Which of two copies is closed, the new one or an earlier one, is
 * a choice if the CLOSEs on all that come later in the step could reach the last copy: the new one is safe from them. */
static void close_own(int seat, int target, int later_hits) {
    int8_t where[STEPS], what[STEPS];
    int now = steps - 1, n = find(seat, target, 0, steps, where, what), copies = 0, kinds = 0;
    uint64_t seen = 0;
    for (int i = 0; i < n; i++) {
        copies += what[i] == table[seat][now];
        kinds += !(seen >> what[i] & 1);
        seen |= 1ull << what[i];
    }
    int which = copies >= 2 && later_hits >= copies - 1;
    if (which && below(kinds + 1) == (uint32_t)kinds) {
        closed[seat][now] = 1;
    } else {
        closed[seat][where[kinds > 1 ? choose(what, n) : 0]] = 1;
    }
    decisions += kinds > 1 || which;
    turned_over++;
}

static void effects(void) {
    int now = steps - 1, hunted = 0, silent[MAX_SEATS] = {0};
    for (int seat = 0; seat < seats; seat++) hunted |= KIND[table[seat][now]].effect == HUNT;
    for (int seat = 0; hunted && seat < seats; seat++)
        if (KIND[table[seat][now]].category == SHADOW) closed[seat][now] = silent[seat] = 1, turned_over++;
    for (int i = 0; i < seats; i++) {
        int seat = (dealer + i) % seats, kind = table[seat][now];
        if (!silent[seat] && KIND[kind].effect == OPEN) turn_one(seat, KIND[kind].target, 1, now, kind == ANGEL ? 2 : 1);
    }
    for (int i = 0; i < seats; i++) {
        int seat = (dealer + i) % seats, kind = table[seat][now];
        if (silent[seat]) continue;
        if (KIND[kind].effect == CLOSE_OWN) {
            int hits = 0;
            for (int j = i + 1; j < seats; j++) {
                int later = (dealer + j) % seats, card = table[later][now];
                hits += !silent[later] && KIND[card].effect == CLOSE_ALL && KIND[card].target == KIND[kind].category;
            }
            close_own(seat, KIND[kind].target, hits);
        }
        if (KIND[kind].effect == CLOSE_ALL)
            for (int other = 0; other < seats; other++) turn_one(other, KIND[kind].target, 0, now, 1);
    }
}

static int category_count[MAX_SEATS][4], typology_count[MAX_SEATS][3];

static int most(const int *counts, int stride, int seat) {
    for (int other = 0; other < seats; other++)
        if (counts[other * stride] > counts[seat * stride]) return 0;
    return 1;
}

static int points(int seat, const int *own) {
    int total = 0;
    const int *mine = category_count[seat];
    for (int i = 0; i < STEPS; i++) {
        if (closed[seat][i]) continue;
        int kind = table[seat][i], realm = kind / 10, part = kind % 10;
        if (kind == SHADOW_CHAPTER) total += 6 * most(&category_count[0][SHADOW], 4, seat);
        else if (kind == SHADOW_CHAPTER + 1) total += 7 * most(&typology_count[0][PLACE], 3, seat);
        else if (kind == SHADOW_CHAPTER + 2) total += 8 * (mine[WOOD] >= 2 && mine[EMPIRE] >= 2 && mine[VALLEY] >= 2);
        else if (kind == SHADOW_CHAPTER + 3) total += 9 * most(&typology_count[0][TALE], 3, seat);
        else if (realm == SHADOW || part < VARIABLE) total += KIND[kind].value;
        else if (part == VARIABLE) total += 3 * own[REALM_OF_ALLY[realm] * 10 + ALLY];
        else if (part == FAMILY) total += own[kind];
        else if (part == CHAPTER) total += 6 * most(&category_count[0][realm], 4, seat);
        else if (part == CHAPTER + 1) total += 7 * (own[realm * 10] && own[realm * 10 + 1]);
        else if (part == CHAPTER + 2) total += 8 * (mine[(realm + 1) % 3] >= 2 && mine[(realm + 2) % 3] >= 2);
        else total += 9 * (own[realm * 10 + 2] > 0);
    }
    return total;
}

static void score(int *out) {
    int own[MAX_SEATS][KINDS];
    memset(own, 0, sizeof own);
    memset(category_count, 0, sizeof category_count);
    memset(typology_count, 0, sizeof typology_count);
    for (int seat = 0; seat < seats; seat++)
        for (int i = 0; i < STEPS; i++)
            if (!closed[seat][i]) {
                int kind = table[seat][i];
                own[seat][kind]++;
                category_count[seat][KIND[kind].category]++;
                typology_count[seat][KIND[kind].typology]++;
            }
    for (int seat = 0; seat < seats; seat++) {
        int best = points(seat, own[seat]);
        if (own[seat][TRICKSTER])
            for (int kind = 0; kind < 30; kind++) {
                own[seat][kind]++;
                int with = points(seat, own[seat]);
                own[seat][kind]--;
                if (with > best) best = with;
            }
        out[seat] = best;
    }
}

static void play_game(int *out) {
    int8_t drafted[MAX_SEATS][HAND];
    int top = CARDS;
    for (int kind = 0, i = 0; kind < KINDS; kind++)
        for (int c = 0; c < KIND[kind].copies; c++) deck[i++] = kind;
    memset(closed, 0, sizeof closed);
    dealer = below(seats);
    steps = turned_over = 0;
    for (int round = 0; round < ROUNDS; round++) {
        for (int seat = 0; seat < seats; seat++)
            for (int i = 0; i < HAND; i++) {
                int j = below(top);
                hand[seat][i] = deck[j];
                deck[j] = deck[--top];
            }
        draft(round, drafted);
        for (int play = 0; play < PLAYS; play++) {
            int left = HAND - play;
            for (int seat = 0; seat < seats; seat++) {
                int i = choose(drafted[seat], left);
                table[seat][steps] = drafted[seat][i];
                drafted[seat][i] = drafted[seat][left - 1];
            }
            decisions += seats;
            steps++;
            effects();
        }
    }
    score(out);
}

int main(int argc, char **argv) {
    if (argc != 4) return fprintf(stderr, "usage: fairy_tale PLAYERS GAMES SEED\n"), 2;
    seats = atoi(argv[1]);
    long games = atol(argv[2]), sums[MAX_SEATS] = {0}, closed_cards = 0;
    if (seats < 2 || seats > MAX_SEATS || games < 1) return fprintf(stderr, "2 to 5 players, one game or more\n"), 2;
    rng = strtoull(argv[3], NULL, 10) * 0xD1342543DE82EF95u + 1;
    struct timespec a, b;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &a);
    for (long game = 0; game < games; game++) {
        int out[MAX_SEATS];
        play_game(out);
        for (int seat = 0; seat < seats; seat++) sums[seat] += out[seat];
        closed_cards += turned_over;
    }
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &b);
    double seconds = (b.tv_sec - a.tv_sec) + (b.tv_nsec - a.tv_nsec) / 1e9;
    printf("{\"seconds\": %.6f, \"decisions\": %.4f, \"closed_cards\": %.4f, \"mean_score\": [", seconds,
           (double)decisions / games, (double)closed_cards / games);
    for (int seat = 0; seat < seats; seat++) printf("%s%.4f", seat ? ", " : "", (double)sums[seat] / games);
    printf("]}\n");
    return 0;
}
