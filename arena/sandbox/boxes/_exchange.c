/* A question to a box and its answer, in one call from Python. `channels.py` has the same function
 * for systems without a compiler.
 */
#define PY_SSIZE_T_CLEAN
#include <Python.h>
#include <errno.h>
#include <poll.h>
#include <unistd.h>

enum { ROOM = 8192 }; /* bytes; an answer is at most half as long */

static PyObject *exchange(PyObject *self, PyObject *const *args, Py_ssize_t count)
{
    char *frame, answer[ROOM];
    Py_ssize_t size, sent, got = -1;
    if (count != 5) {
        PyErr_SetString(PyExc_TypeError, "exchange takes five arguments");
        return NULL;
    }
    int questions = (int)PyLong_AsLong(args[0]), answers = (int)PyLong_AsLong(args[1]);
    long most = PyLong_AsLong(args[3]), wait = PyLong_AsLong(args[4]);
    if (PyErr_Occurred() || PyBytes_AsStringAndSize(args[2], &frame, &size) < 0)
        return NULL;
    if (most < 1 || most > ROOM) {
        PyErr_SetString(PyExc_ValueError, "there is no room for such a long answer");
        return NULL;
    }
    struct pollfd awaited = {answers, POLLIN, 0};
    int ready = 0;
    Py_BEGIN_ALLOW_THREADS
    sent = write(questions, frame, (size_t)size);
    if (sent >= 0) {
        ready = poll(&awaited, 1, (int)wait);
        if (ready > 0)
            got = read(answers, answer, (size_t)most);
    }
    Py_END_ALLOW_THREADS
    if (ready == 0 && sent >= 0)
        Py_RETURN_NONE;
    if (got < 0 && errno == EINTR) /* Python runs the handler of the signal when we return */
        Py_RETURN_NONE;
    if (got < 0)
        return PyErr_SetFromErrno(PyExc_OSError);
    return PyBytes_FromStringAndSize(answer, got);
}

static PyMethodDef functions[] = {
    {"exchange", (PyCFunction)(void (*)(void))exchange, METH_FASTCALL, NULL},
    {NULL, NULL, 0, NULL},
};

static struct PyModuleDef module = {
    PyModuleDef_HEAD_INIT, "arena.sandbox.boxes._exchange", NULL, -1, functions, NULL, NULL, NULL, NULL,
};

PyMODINIT_FUNC PyInit__exchange(void)
{
    return PyModule_Create(&module);
}
