/* A Brisca playout written by hand in C: the limit that the compiled rules are held against.

   It knows one thing only: play random cards from a dealt position to the end, n games one after
   the other. The forty cards are numbers, suit by suit: 1 2 3 4 5 6 7 10 11 12.

   - Four hands are three words: byte `seat` of hand[i] is that seat's i-th card. A mask of bytes
     picks a card from each hand at once, and puts in their places what is drawn.
   - Who drew first does not matter to a mask: the four cards drawn are one word, turned so that
     the winner gets its first byte.
   - One random number a trick serves four choices: it picks one of the 3 * 3 * 3 * 3 masks.
   - There is no branch in a trick: which card is the highest nobody can predict, so a wrong guess
     would cost more than the trick. */
#include <stdint.h>

static const int strength[10] = {9, 0, 8, 1, 2, 3, 4, 5, 6, 7};
static const int value[10] = {11, 0, 10, 0, 0, 0, 0, 2, 3, 4};

static uint16_t mark[40][64]; /* [card led][card]: strength in this trick << 10 | value */
static uint32_t mask3[81][4], mask2[16];

static inline uint64_t random64(uint64_t *word) { /* SplitMix64, as the rules use */
    uint64_t z = (*word += 0x9E3779B97F4A7C15u);
    z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9u;
    z = (z ^ (z >> 27)) * 0x94D049BB133111EBu;
    return z ^ (z >> 31);
}

static inline uint32_t turned(uint32_t word, int bits) {
    return word << bits | word >> (-bits & 31);
}

static inline int max(int a, int b) {
    int more = b - a;
    return a + (more & ~(more >> 31));
}

/* The trick with these cards, byte by seat: counts it for its winner. Seats are seat * 8 here. */
static inline int winner(uint32_t cards, int leader, long points[4]) {
    const uint16_t *row = mark[cards >> leader & 63];
    int m0 = row[cards & 63], m1 = row[cards >> 8 & 63] + (1 << 8);
    int m2 = row[cards >> 16 & 63] + (2 << 8), m3 = row[cards >> 24] + (3 << 8);
    int best = max(max(m0, m1), max(m2, m3));
    points[best >> 8 & 3] += (m0 + m1 + m2 + m3) & 0xFF;
    return (best >> 8 & 3) * 8;
}

/* The tables, made once for each trump suit in use. */
static void prepare(int trump) {
    static int prepared = -1;
    if (prepared == trump) return;
    prepared = trump;
    for (int led = 0; led < 40; led++)
        for (int card = 0; card < 40; card++) {
            int suit = card / 10, first = suit == trump ? 20 : suit == led / 10 ? 10 : 0;
            mark[led][card] = (first + strength[card % 10]) << 10 | value[card % 10];
        }
    for (int i = 0; i < 81; i++) {
        mask3[i][0] = mask3[i][1] = mask3[i][2] = 0;
        for (int seat = 0, rest = i; seat < 4; seat++, rest /= 3)
            mask3[i][rest % 3] |= 0xFFu << seat * 8;
    }
    for (int i = 0; i < 16; i++) {
        mask2[i] = 0;
        for (int seat = 0; seat < 4; seat++)
            if (i >> seat & 1) mask2[i] |= 0xFFu << seat * 8;
    }
}

/* cards: twelve in the hands, seat by seat, then the deck of 28, its last card trump.
   points: what each seat scored, summed over all games. */
void playouts(const uint8_t *cards, int first, long n, uint64_t seed, long points[4]) {
    uint32_t dealt[3] = {0}, deck[7] = {0};
    prepare(cards[39] / 10);
    for (int i = 0; i < 12; i++) dealt[i % 3] |= (uint32_t)cards[i] << i / 3 * 8;
    for (int i = 0; i < 28; i++) deck[i / 4] |= (uint32_t)cards[12 + i] << i % 4 * 8;
    for (int seat = 0; seat < 4; seat++) points[seat] = 0;
    while (n--) {
        uint32_t a = dealt[0], b = dealt[1], c = dealt[2], played;
        int leader = first * 8;
        for (int trick = 0; trick < 8; trick++) {
            const uint32_t *pick = mask3[(random64(&seed) >> 32) * 81 >> 32];
            played = (a & pick[0]) | (b & pick[1]) | (c & pick[2]);
            leader = winner(played, leader, points);
            /* when the deck is gone, the last card of each hand fills the gap */
            uint32_t change = played ^ (trick < 7 ? turned(deck[trick], leader) : c);
            a ^= change & pick[0];
            b ^= change & pick[1];
            c ^= change & pick[2];
        }
        uint32_t pick = mask2[random64(&seed) >> 60];
        played = (a & pick) | (b & ~pick);
        leader = winner(played, leader, points);
        winner(a ^ b ^ played, leader, points);
    }
}
