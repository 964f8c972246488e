/* Arranges the memory of a fork server and of its slots, so that boxes cost less processor time.
 *
 * A fork copies an entry for each small page of memory (4 KB), and then the kernel copies each page
 * to which the new process writes. So the memory here consists of huge pages (2 MB) where possible,
 * and new objects are side by side. Without this module everything works, only slower.
 *
 * No function takes an address, so a bot that finds this module can do no harm with it.
 */
#define PY_SSIZE_T_CLEAN
#define _GNU_SOURCE
#include <Python.h>
#include <link.h>
#include <stdint.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

enum { SMALL_PAGE = 4096, HUGE_PAGE = 2 << 20, MOST_BLOCKS = 16 };
enum { MAKE_HUGE = 25 }; /* MADV_COLLAPSE */
enum { FIRST_PIECE = 1 << 20, LARGEST_IN_HEAP = 1 << 20 };
enum { HEAP_PIECE = 64 << 10, LEAST_HEAP = 1 << 20, MOST_PIECES = 64 };
/* Of Python's small objects: the sizes, the pieces of memory in which they are, and the start of the
 * first object in a piece. */
enum { SMALLEST = 16, LARGEST = 512, POOL = 16 << 10, FIRST_OBJECT = 48, MOST_GAPS = 256 << 10 };

static char *aligned(char *place)
{
    return (char *)(((uintptr_t)place + HUGE_PAGE - 1) & ~(uintptr_t)(HUGE_PAGE - 1));
}

/* New memory for a huge page; NULL if there is none. */
static char *new_block(void)
{
    char *got = mmap(NULL, 2 * HUGE_PAGE, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (got == MAP_FAILED)
        return NULL;
    char *block = aligned(got);
    if (block > got)
        munmap(got, (size_t)(block - got));
    munmap(block + HUGE_PAGE, (size_t)(got + HUGE_PAGE - block));
    return block;
}

/* Python asks for memory in arenas. Ours are side by side, from the end of a block to its start. */
static PyObjectArenaAllocator usual;
static char *last_arena, *block_start;
static int in_blocks;

static void *new_arena(void *context, size_t size)
{
    if (!in_blocks || HUGE_PAGE % size != 0)
        return usual.alloc(usual.ctx, size);
    if (last_arena < block_start + size) {
        block_start = new_block();
        last_arena = block_start == NULL ? NULL : block_start + HUGE_PAGE;
        if (block_start == NULL)
            return NULL;
    }
    return last_arena -= size;
}

/* Python's first arenas are at any place. The next ones follow them downwards, to the start of a huge
 * page, if there is space. */
static void continue_first_arenas(void)
{
    char *got = mmap(NULL, FIRST_PIECE, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (got == MAP_FAILED)
        return;
    size_t rest = (uintptr_t)got % HUGE_PAGE;
    char *start = mmap(got - rest, rest, PROT_READ | PROT_WRITE,
                       MAP_PRIVATE | MAP_ANONYMOUS | MAP_FIXED_NOREPLACE, -1, 0);
    block_start = start == got - rest ? start : got;
    last_arena = got + FIRST_PIECE;
    if (start != MAP_FAILED && start != block_start)
        munmap(start, rest); /* an old kernel has mapped it at another place */
}

/* Lay out the memory for objects in such a way that `join_pages` can make it huge pages. */
static PyObject *align_memory(PyObject *self, PyObject *none)
{
    if (usual.alloc != NULL)
        Py_RETURN_NONE;
    continue_first_arenas();
    char *end = sbrk(0);
    sbrk(aligned(end) - end); /* the heap, where large objects are, goes on at a huge page */
    void *volatile large = malloc(LARGEST_IN_HEAP);
    free(large); /* from now on, the C library puts pieces of this size into the heap */
    PyObject_GetArenaAllocator(&usual);
    PyObjectArenaAllocator ours = {usual.ctx, new_arena, usual.free};
    PyObject_SetArenaAllocator(&ours);
    in_blocks = 1;
    Py_RETURN_NONE;
}

/* Finds Python's own code and constants: the read-only segments, without gaps, around a function. */
static int find_code(struct dl_phdr_info *info, size_t size, void *found)
{
    uintptr_t *range = found, first = 0, last = 0, wanted = (uintptr_t)PyObject_Call;
    for (int each = 0; each < info->dlpi_phnum; each++) {
        const ElfW(Phdr) *segment = &info->dlpi_phdr[each];
        if (segment->p_type != PT_LOAD || segment->p_flags & PF_W)
            continue;
        uintptr_t start = (info->dlpi_addr + segment->p_vaddr) & -(uintptr_t)SMALL_PAGE;
        uintptr_t end = info->dlpi_addr + segment->p_vaddr + segment->p_memsz;
        end = (end + SMALL_PAGE - 1) & -(uintptr_t)SMALL_PAGE;
        if (last != start)
            first = start;
        last = end;
        if (first <= wanted && wanted < last) {
            range[0] = first;
            range[1] = last;
        }
    }
    return range[1] != 0;
}

/* Put a copy of Python's own code into huge pages, which a fork copies quickly. Returns their
 * number. Without this, each box must look up again each piece of code that it runs. */
static PyObject *copy_code(PyObject *self, PyObject *none)
{
    uintptr_t range[2] = {0, 0};
    long copied = 0;
    dl_iterate_phdr(find_code, range);
    char *place = aligned((char *)range[0]), *end = (char *)range[1];
    for (; place + HUGE_PAGE <= end; place += HUGE_PAGE) {
        char *copy = new_block();
        if (copy == NULL)
            break;
        memcpy(copy, place, HUGE_PAGE);
        if (madvise(copy, HUGE_PAGE, MAKE_HUGE) < 0
            || mprotect(copy, HUGE_PAGE, PROT_READ | PROT_EXEC) < 0
            || mremap(copy, HUGE_PAGE, HUGE_PAGE, MREMAP_MAYMOVE | MREMAP_FIXED, place) == MAP_FAILED) {
            munmap(copy, HUGE_PAGE);
            break;
        }
        copied++;
    }
    return PyLong_FromLong(copied);
}

/* Let the heap grow beyond the next huge page, so that slots and boxes need not let it grow. The
 * kernel would not join what a slot adds with what it has inherited. */
static PyObject *grow_heap(PyObject *self, PyObject *none)
{
    char *pieces[MOST_PIECES], *wanted = aligned((char *)sbrk(0) + LEAST_HEAP);
    int count = 0;
    while (count < MOST_PIECES && (char *)sbrk(0) < wanted
           && (pieces[count] = malloc(HEAP_PIECE)) != NULL)
        count++;
    while (count > 1) /* one stays: the C library gives free memory at the end back */
        free(pieces[--count - 1]);
    Py_RETURN_NONE;
}

/* Make huge pages of the memory in which these objects are. Later arenas are not aligned any more,
 * because a bot with few objects would pay for a whole huge page. */
static PyObject *join_pages(PyObject *self, PyObject *objects)
{
    uintptr_t blocks[MOST_BLOCKS];
    int count = 0;
    if (!PyList_Check(objects)) {
        PyErr_SetString(PyExc_TypeError, "it must be a list of objects");
        return NULL;
    }
    for (Py_ssize_t each = 0; each < PyList_GET_SIZE(objects); each++) {
        uintptr_t block = (uintptr_t)PyList_GET_ITEM(objects, each) / HUGE_PAGE;
        int place = 0;
        while (place < count && blocks[place] != block)
            place++;
        if (place == count && count < MOST_BLOCKS)
            blocks[count++] = block;
    }
    long joined = 0;
    for (int each = 0; each < count; each++) /* fails where a block is not ours alone */
        joined += madvise((void *)(blocks[each] * HUGE_PAGE), HUGE_PAGE, MAKE_HUGE) == 0;
    in_blocks = 0;
    return PyLong_FromLong(joined);
}

/* Take the small pieces of free memory between objects, so that new objects are side by side. */
static PyObject *fill_gaps(PyObject *self, PyObject *none)
{
    for (size_t size = SMALLEST; size <= LARGEST; size += SMALLEST) {
        uintptr_t last = 0, next;
        for (size_t filled = 0; filled < MOST_GAPS; filled += size, last = next) {
            next = (uintptr_t)PyObject_Malloc(size);
            if (last % POOL == FIRST_OBJECT && next == last + size)
                break; /* the first two in a new piece */
        }
    }
    Py_RETURN_NONE;
}

/* Never free this object. In a box that would only change memory. */
static PyObject *keep(PyObject *self, PyObject *object)
{
    Py_INCREF(object);
    Py_RETURN_NONE;
}

static PyMethodDef functions[] = {
    {"align_memory", align_memory, METH_NOARGS, NULL},
    {"copy_code", copy_code, METH_NOARGS, NULL},
    {"grow_heap", grow_heap, METH_NOARGS, NULL},
    {"join_pages", join_pages, METH_O, NULL},
    {"fill_gaps", fill_gaps, METH_NOARGS, NULL},
    {"keep", keep, METH_O, NULL},
    {NULL, NULL, 0, NULL},
};

static struct PyModuleDef module = {
    PyModuleDef_HEAD_INIT, "arena.guest.kernel._memory", NULL, -1, functions, NULL, NULL, NULL, NULL,
};

PyMODINIT_FUNC PyInit__memory(void)
{
    return PyModule_Create(&module);
}
