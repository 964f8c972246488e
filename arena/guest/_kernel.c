/* The calls to the kernel by which a process gives up its rights, for Python.
 *
 * `arena/guest/kernel.py` has the same calls with ctypes, where there is no compiler. With this
 * module a box needs no ctypes, so the bot in it has none either. No function takes
 * an address, so a bot that finds this module cannot do anything with it.
 */
#define PY_SSIZE_T_CLEAN
#define _GNU_SOURCE
#include <Python.h>
#include <signal.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <unistd.h>

enum { CREATE_RULESET = 444, ADD_RULE = 445, RESTRICT_SELF = 446 }; /* the same on all machines */
enum { SET_SECCOMP = 22, FILTER_MODE = 2, CAPABILITY_VERSION = 0x20080522 };
enum { NEW_PROCESSES = 0x20000000, CHANNEL = 3 };

struct program {
    unsigned short length;
    const void *code;
};

static PyObject *checked(long result)
{
    return result < 0 ? PyErr_SetFromErrno(PyExc_OSError) : PyLong_FromLong(result);
}

static PyObject *process_control(PyObject *self, PyObject *args)
{
    long option, value;
    if (!PyArg_ParseTuple(args, "ll", &option, &value))
        return NULL;
    if (option == SET_SECCOMP) { /* its value is an address */
        PyErr_SetString(PyExc_ValueError, "a filter is set with set_filter");
        return NULL;
    }
    return checked(syscall(SYS_prctl, option, value, 0L, 0L, 0L));
}

static PyObject *unshare_namespaces(PyObject *self, PyObject *args)
{
    long kinds;
    if (!PyArg_ParseTuple(args, "l", &kinds))
        return NULL;
    return checked(syscall(SYS_unshare, kinds));
}

static PyObject *enter_namespaces(PyObject *self, PyObject *args)
{
    long descriptor, kinds;
    if (!PyArg_ParseTuple(args, "ll", &descriptor, &kinds))
        return NULL;
    return checked(syscall(SYS_setns, descriptor, kinds));
}

static PyObject *drop_capabilities(PyObject *self, PyObject *none)
{
    uint32_t header[2] = {CAPABILITY_VERSION, 0}, nothing[6] = {0};
    return checked(syscall(SYS_capset, header, nothing));
}

static long filter(const char *code, Py_ssize_t size)
{
    struct program program = {(unsigned short)(size / 8), code};
    return syscall(SYS_prctl, (long)SET_SECCOMP, (long)FILTER_MODE, &program, 0L, 0L);
}

static PyObject *set_filter(PyObject *self, PyObject *args)
{
    const char *code;
    Py_ssize_t size;
    if (!PyArg_ParseTuple(args, "y#", &code, &size))
        return NULL;
    return checked(filter(code, size));
}

static PyObject *landlock_version(PyObject *self, PyObject *none)
{
    return checked(syscall(CREATE_RULESET, NULL, 0L, 1L));
}

static PyObject *landlock_rules(PyObject *self, PyObject *args)
{
    const char *rules;
    Py_ssize_t size;
    if (!PyArg_ParseTuple(args, "y#", &rules, &size))
        return NULL;
    return checked(syscall(CREATE_RULESET, rules, (long)size, 0L));
}

static PyObject *landlock_allow(PyObject *self, PyObject *args)
{
    long ruleset;
    const char *rule;
    Py_ssize_t size;
    if (!PyArg_ParseTuple(args, "ly#", &ruleset, &rule, &size))
        return NULL;
    return checked(syscall(ADD_RULE, ruleset, 1L, rule, 0L));
}

static PyObject *landlock_restrict(PyObject *self, PyObject *args)
{
    long ruleset;
    if (!PyArg_ParseTuple(args, "l", &ruleset))
        return NULL;
    return checked(syscall(RESTRICT_SELF, ruleset, 0L));
}

/* What a box is made of; see `fork_box` in kernel_by_ctypes.py for each. */
struct box {
    int space, channel, output, nothing, ruleset, drops;
    const char *limits, *code;
    Py_ssize_t limits_size, code_size;
};

/* In the new process. Returns what has failed, or nothing. */
static const char *become_box(const struct box *box)
{
    struct { int64_t kind, most; } limit;
    uint32_t header[2] = {CAPABILITY_VERSION, 0}, none[6] = {0};
    if (prctl(PR_SET_PDEATHSIG, SIGKILL, 0, 0, 0) < 0)
        return "dying with the parent";
    if (box->ruleset >= 0 && syscall(RESTRICT_SELF, (long)box->ruleset, 0L) < 0)
        return "Landlock";
    if (setsid() < 0 || dup2(box->nothing, 0) < 0 || dup2(box->output, 1) < 0
        || dup2(box->output, 2) < 0 || dup2(box->channel, CHANNEL) < 0
        || syscall(SYS_close_range, CHANNEL + 1L, (long)~0U, 0L) < 0)
        return "its descriptors";
    for (Py_ssize_t at = 0; at < box->limits_size; at += sizeof limit) {
        memcpy(&limit, box->limits + at, sizeof limit);
        struct rlimit both = {(rlim_t)limit.most, (rlim_t)limit.most};
        if (setrlimit((int)limit.kind, &both) < 0)
            return "its limits";
    }
    if (box->drops && syscall(SYS_capset, header, none) < 0)
        return "dropping capabilities";
    if (box->code_size && filter(box->code, box->code_size) < 0)
        return "the filter for calls to the kernel";
    return NULL;
}

/* Python's own handlers for a fork are not run: the process has one thread, and they would touch
 * many pages of memory, each of which has to be copied. */
static PyObject *fork_box(PyObject *self, PyObject *args)
{
    struct box box;
    if (!PyArg_ParseTuple(args, "iiiiipy#y#", &box.space, &box.channel, &box.output, &box.nothing,
                          &box.ruleset, &box.drops, &box.limits, &box.limits_size, &box.code,
                          &box.code_size))
        return NULL;
    if (box.space >= 0 && syscall(SYS_unshare, (long)NEW_PROCESSES) < 0)
        return checked(-1);
    pid_t child = fork();
    if (child == 0) {
        const char *failed = become_box(&box);
        if (failed != NULL) {
            dprintf(2, "a box cannot be made: %s: %s\n", failed, strerror(errno));
            _exit(1);
        }
        return PyLong_FromLong(0);
    }
    int number = errno;
    if (box.space >= 0 && syscall(SYS_setns, (long)box.space, (long)NEW_PROCESSES) < 0)
        return checked(-1);
    errno = number;
    return checked(child);
}

static PyMethodDef functions[] = {
    {"process_control", process_control, METH_VARARGS, NULL},
    {"unshare_namespaces", unshare_namespaces, METH_VARARGS, NULL},
    {"enter_namespaces", enter_namespaces, METH_VARARGS, NULL},
    {"drop_capabilities", drop_capabilities, METH_NOARGS, NULL},
    {"set_filter", set_filter, METH_VARARGS, NULL},
    {"fork_box", fork_box, METH_VARARGS, NULL},
    {"landlock_version", landlock_version, METH_NOARGS, NULL},
    {"landlock_rules", landlock_rules, METH_VARARGS, NULL},
    {"landlock_allow", landlock_allow, METH_VARARGS, NULL},
    {"landlock_restrict", landlock_restrict, METH_VARARGS, NULL},
    {NULL, NULL, 0, NULL},
};

static struct PyModuleDef module = {
    PyModuleDef_HEAD_INIT, "arena.guest._kernel", NULL, -1, functions, NULL, NULL, NULL, NULL,
};

PyMODINIT_FUNC PyInit__kernel(void)
{
    return PyModule_Create(&module);
}
