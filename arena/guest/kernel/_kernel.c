/* The calls to the kernel with which a process gives up its rights, for Python.
 *
 * `arena/guest/kernel/calls_by_ctypes.py` makes the same calls where there is no compiler. With this
 * module a box needs no ctypes, so the bot in it has none either. No function takes an address, so
 * a bot that finds this module can do no harm with it.
 */
#define PY_SSIZE_T_CLEAN
#define _GNU_SOURCE
#include <Python.h>
#include <fcntl.h>
#include <signal.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <sys/mount.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <unistd.h>

enum { CREATE_RULESET = 444, ADD_RULE = 445, RESTRICT_SELF = 446 }; /* the same on all machines */
enum { SET_MOUNTS = 442, RECURSIVELY = 0x8000, READ_ONLY = 1 };
enum { SET_SECCOMP = 22, FILTER_MODE = 2, CAPABILITY_VERSION = 0x20080522 };
enum { SET_FILTER = 1, NEW_LISTENER = 8 };
enum { NEW_PROCESSES = 0x20000000, ANSWERS = 3, QUESTIONS = 4 };

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

static PyObject *cover_folder(PyObject *self, PyObject *args)
{
    const char *folder;
    if (!PyArg_ParseTuple(args, "s", &folder))
        return NULL;
    return checked(mount("none", folder, "tmpfs", MS_RDONLY | MS_NOSUID | MS_NODEV | MS_NOEXEC, ""));
}

static PyObject *make_mounts_read_only(PyObject *self, PyObject *none)
{
    uint64_t change[4] = {READ_ONLY, 0, 0, 0};
    return checked(syscall(SET_MOUNTS, -1L, "/", (long)RECURSIVELY, change, (long)sizeof change));
}

static PyObject *bind_folder(PyObject *self, PyObject *args)
{
    const char *folder, *place;
    if (!PyArg_ParseTuple(args, "ss", &folder, &place))
        return NULL;
    return checked(mount(folder, place, NULL, MS_BIND, NULL));
}

static long keep(uint32_t capabilities)
{
    uint32_t header[2] = {CAPABILITY_VERSION, 0}, kept[6] = {capabilities, capabilities, 0};
    return syscall(SYS_capset, header, kept);
}

static PyObject *keep_capabilities(PyObject *self, PyObject *args)
{
    unsigned int capabilities;
    if (!PyArg_ParseTuple(args, "I", &capabilities))
        return NULL;
    return checked(keep(capabilities));
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

/* Set a filter whose reports can be read from a descriptor. Returns the descriptor. */
static long reporting_filter(const char *code, Py_ssize_t size)
{
    struct program program = {(unsigned short)(size / 8), code};
    return syscall(SYS_seccomp, (long)SET_FILTER, (long)NEW_LISTENER, &program);
}

static PyObject *set_reporting_filter(PyObject *self, PyObject *args)
{
    const char *code;
    Py_ssize_t size;
    if (!PyArg_ParseTuple(args, "y#", &code, &size))
        return NULL;
    return checked(reporting_filter(code, size));
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

/* The properties of boxes; `fork_boxes` in calls_by_ctypes.py explains each. */
struct kind {
    int control, space, ruleset, once;
    uint32_t capabilities;
    const char *limits, *reporting, *code;
    Py_ssize_t limits_size, reporting_size, code_size;
};

/* A request for which there was no room. The next call of `fork_boxes` begins with it. */
static struct request { int answers, questions, output; } waiting = {-1, -1, -1};

/* Room for the descriptors of a message. */
union envelope {
    struct cmsghdr header;
    char room[CMSG_SPACE(sizeof(struct request))];
};

static ssize_t send_descriptor(int control, const char *words, int descriptor)
{
    union envelope envelope = {.header = {.cmsg_len = CMSG_LEN(sizeof(int)),
                                          .cmsg_level = SOL_SOCKET, .cmsg_type = SCM_RIGHTS}};
    struct iovec text = {(char *)words, strlen(words)};
    struct msghdr message = {.msg_iov = &text, .msg_iovlen = 1, .msg_control = envelope.room,
                             .msg_controllen = CMSG_SPACE(sizeof(int))};
    ssize_t sent;
    memcpy(CMSG_DATA(&envelope.header), &descriptor, sizeof descriptor);
    do
        sent = sendmsg(control, &message, MSG_NOSIGNAL);
    while (sent < 0 && errno == EINTR);
    return sent;
}

/* Let the kernel report calls to the arena. Our own descriptor for that is closed with the others. */
static int report_calls(const struct kind *kind)
{
    long listener = reporting_filter(kind->reporting, kind->reporting_size);
    return listener < 0 || send_descriptor(kind->control, "reports", (int)listener) < 0 ? -1 : 0;
}

/* Runs in the new process. Returns the step that failed, or NULL. */
static const char *become_box(const struct kind *kind, struct request request)
{
    struct { int64_t kind, most; } limit;
    int nothing = open("/dev/null", O_RDWR | O_CLOEXEC); /* its own: an open file has flags */
    if (nothing < 0)
        return "opening /dev/null";
    if (prctl(PR_SET_PDEATHSIG, SIGKILL, 0, 0, 0) < 0)
        return "dying with the parent";
    if (kind->ruleset >= 0 && syscall(RESTRICT_SELF, (long)kind->ruleset, 0L) < 0)
        return "Landlock";
    if (kind->reporting_size && report_calls(kind) < 0)
        return "reporting its calls";
    if (setsid() < 0 || dup2(nothing, 0) < 0 || dup2(request.output, 1) < 0
        || dup2(request.output, 2) < 0 || dup2(request.answers, ANSWERS) < 0
        || dup2(request.questions, QUESTIONS) < 0
        || syscall(SYS_close_range, QUESTIONS + 1L, (long)~0U, 0L) < 0)
        return "its descriptors";
    for (Py_ssize_t at = 0; at < kind->limits_size; at += sizeof limit) {
        memcpy(&limit, kind->limits + at, sizeof limit);
        struct rlimit both = {(rlim_t)limit.most, (rlim_t)limit.most};
        if (setrlimit((int)limit.kind, &both) < 0)
            return "its limits";
    }
    if (keep(kind->capabilities) < 0)
        return "dropping capabilities";
    if (kind->code_size && filter(kind->code, kind->code_size) < 0)
        return "the filter for calls to the kernel";
    return NULL;
}

/* Does not run Python's own handlers for a fork. The process has one thread, and the handlers would
 * write to many pages of memory, each of which the kernel must copy. */
static pid_t fork_box(const struct kind *kind, struct request request)
{
    if (kind->space >= 0 && syscall(SYS_unshare, (long)NEW_PROCESSES) < 0)
        return -1;
    pid_t child = fork();
    if (child == 0) {
        const char *failed = become_box(kind, request);
        if (failed != NULL) {
            dprintf(2, "a box cannot be made: %s: %s\n", failed, strerror(errno));
            _exit(1);
        }
        return 0;
    }
    int number = errno;
    if (kind->space >= 0 && syscall(SYS_setns, (long)kind->space, (long)NEW_PROCESSES) < 0)
        return -1;
    errno = number;
    return child;
}

/* Read a message. Returns its size, or -1 with errno. Only a request for a box has descriptors. */
static ssize_t receive(int control, char *said, size_t size, struct request *request)
{
    union envelope envelope;
    struct iovec text = {said, size};
    struct msghdr message = {.msg_iov = &text, .msg_iovlen = 1, .msg_control = envelope.room,
                             .msg_controllen = sizeof envelope.room};
    ssize_t got;
    do
        got = recvmsg(control, &message, MSG_CMSG_CLOEXEC);
    while (got < 0 && errno == EINTR);
    struct cmsghdr *header = got < 0 ? NULL : CMSG_FIRSTHDR(&message);
    if (header != NULL && header->cmsg_len == CMSG_LEN(sizeof *request))
        memcpy(request, CMSG_DATA(header), sizeof *request);
    return got;
}

/* Send the arena a descriptor of the new box. The next message shows whether it hung up. */
static void announce(int control, pid_t child)
{
    int handle = (int)syscall(SYS_pidfd_open, (long)child, 0L);
    if (handle < 0)
        return;
    send_descriptor(control, "born", handle);
    close(handle);
}

/* The loop is in C so that the slot's own memory stays unchanged: the kernel copies each page that
 * a slot writes to between two forks. */
static PyObject *fork_boxes(PyObject *self, PyObject *args)
{
    struct kind kind;
    char said[16];
    pid_t newest = 0;
    if (!PyArg_ParseTuple(args, "iiiIpy#y#y#", &kind.control, &kind.space, &kind.ruleset,
                          &kind.capabilities, &kind.once, &kind.limits, &kind.limits_size,
                          &kind.reporting, &kind.reporting_size, &kind.code, &kind.code_size))
        return NULL;
    do {
        struct request request = waiting;
        if (request.answers < 0) {
            ssize_t got = receive(kind.control, said, sizeof said, &request);
            if (got < 0)
                return checked(-1);
            if (request.answers < 0)
                return Py_BuildValue("y#i", said, got, newest);
        }
        waiting = (struct request){-1, -1, -1};
        pid_t child = fork_box(&kind, request);
        if (child == 0)
            Py_RETURN_NONE;
        if (child < 0 && errno == EAGAIN) {
            waiting = request;
            return Py_BuildValue("y#i", "full", (Py_ssize_t)4, newest);
        }
        if (child < 0)
            return checked(-1);
        newest = child;
        announce(kind.control, child);
        close(request.answers);
        close(request.questions);
        close(request.output);
    } while (!kind.once);
    return Py_BuildValue("y#i", "born", (Py_ssize_t)4, newest);
}

static PyMethodDef functions[] = {
    {"process_control", process_control, METH_VARARGS, NULL},
    {"unshare_namespaces", unshare_namespaces, METH_VARARGS, NULL},
    {"enter_namespaces", enter_namespaces, METH_VARARGS, NULL},
    {"cover_folder", cover_folder, METH_VARARGS, NULL},
    {"make_mounts_read_only", make_mounts_read_only, METH_NOARGS, NULL},
    {"bind_folder", bind_folder, METH_VARARGS, NULL},
    {"keep_capabilities", keep_capabilities, METH_VARARGS, NULL},
    {"set_filter", set_filter, METH_VARARGS, NULL},
    {"set_reporting_filter", set_reporting_filter, METH_VARARGS, NULL},
    {"fork_boxes", fork_boxes, METH_VARARGS, NULL},
    {"landlock_version", landlock_version, METH_NOARGS, NULL},
    {"landlock_rules", landlock_rules, METH_VARARGS, NULL},
    {"landlock_allow", landlock_allow, METH_VARARGS, NULL},
    {"landlock_restrict", landlock_restrict, METH_VARARGS, NULL},
    {NULL, NULL, 0, NULL},
};

static struct PyModuleDef module = {
    PyModuleDef_HEAD_INIT, "arena.guest.kernel._kernel", NULL, -1, functions, NULL, NULL, NULL, NULL,
};

PyMODINIT_FUNC PyInit__kernel(void)
{
    return PyModule_Create(&module);
}
