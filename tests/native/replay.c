/* Replays events through a game's native library, on any system: replay LIBRARY < EVENTS.
   Compile with -include GAME.h -DSETUP="struct GAME_setup" -DSTATE="struct GAME_state" -DRNG="struct GAME_rng"
   -DGREEDY=NAME, the function by which the greedy bot chooses, and -DSCENE="struct GAME_scene" if the game has one.

   EVENTS: the bytes of the setup in hexadecimal, then pairs of a seat (-1: chance) and an action (or an outcome). After
   the pair "-2 0" comes another setup, which replaces the first: an outcome of chance may change it; after "-3 0" comes
   a scene.
   Prints the bytes of the last state, the score of each seat, and a hash of all states and of the actions that the
   greedy bot would choose in them. */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#ifdef _WIN32
#include <windows.h>
#define ADDRESS(name) (void *)GetProcAddress(library, name)
#else
#include <dlfcn.h>
#define ADDRESS(name) dlsym(library, name)
#endif
#define QUOTED(name) #name
#define LOAD_AS(variable, name) __typeof__(&name) variable = (__typeof__(&name))ADDRESS(QUOTED(name))
#define LOAD(name) LOAD_AS(p_##name, name)

static uint64_t hash = 14695981039346656037u; /* FNV-1a */

static void note(const void *bytes, size_t count) {
    for (size_t k = 0; k < count; k++) hash = (hash ^ ((const uint8_t *)bytes)[k]) * 1099511628211u;
}

static void read_record(void *record, size_t size) {
    for (size_t k = 0; k < size; k++) {
        unsigned byte;
        if (scanf("%2x", &byte) != 1) exit(3);
        ((uint8_t *)record)[k] = (uint8_t)byte;
    }
}

int main(int count, char **arguments) {
    static SETUP setup;
    static STATE state;
    static RNG rng;
    static _Alignas(64) uint8_t memory[1 << 16]; /* what GREEDY works in */
    void *scratch = memory;
#ifdef _WIN32
    HMODULE library = count == 2 ? LoadLibraryA(arguments[1]) : NULL;
#else
    void *library = count == 2 ? dlopen(arguments[1], RTLD_NOW) : NULL;
#endif
    if (library == NULL) return fprintf(stderr, "the library cannot be loaded\n"), 2;
    LOAD(begin);
    LOAD(to_act);
    LOAD(apply);
    LOAD(apply_chance);
    LOAD(score);
    LOAD(seed_words);
    LOAD_AS(choose, GREEDY);
#ifdef SCENE
    static SCENE scene;
    LOAD(witness);
    int has_scene = 0;
#endif
    read_record(&setup, sizeof setup);
    p_seed_words(&rng, 1, 2, 3);
    p_begin(&setup, &state);
    int64_t seat, action;
    while (scanf("%" SCNd64 " %" SCNd64, &seat, &action) == 2) {
        if (seat == -2) {
            read_record(&setup, sizeof setup);
            continue;
        }
#ifdef SCENE
        if (seat == -3) {
            read_record(&scene, sizeof scene);
            has_scene = 1;
            continue;
        }
#endif
        if (seat < 0) {
            p_apply_chance(&setup, &state, action);
        } else {
            int64_t chosen = choose(&setup, &state, seat, &rng, scratch);
            note(&chosen, sizeof chosen);
            p_apply(&setup, &state, seat, action);
        }
#ifdef SCENE
        if (has_scene) p_witness(&scene, &state);
#endif
        note(&state, sizeof state);
    }
    for (size_t k = 0; k < sizeof state; k++) printf("%02x", ((uint8_t *)&state)[k]);
    for (int64_t k = 0; k < (int64_t)setup.seats; k++) printf(" %" PRId64, p_score(&setup, &state, k));
    printf(" to act %" PRId64 ", hash %016" PRIx64 "\n", p_to_act(&setup, &state), hash);
    return 0;
}
