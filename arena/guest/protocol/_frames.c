/* Questions and answers through two pipes, each with one call from Python.
 *
 * It does what `channels.py` (in the arena) and `channel.py` (in a box) do in Python where there is
 * no compiler. No function takes an address, so a bot that finds this module can do no harm with it.
 */
#define PY_SSIZE_T_CLEAN
#include <Python.h>
#include <errno.h>
#include <poll.h>
#include <string.h>
#include <unistd.h>

enum { HEADER = 4, MOST = 4096 }; /* bytes; MOST is `FROM_BOT` in wire.py */

static void write_header(unsigned char *frame, size_t size)
{
    for (int place = 0; place < HEADER; place++)
        frame[place] = (unsigned char)(size >> 8 * (HEADER - 1 - place));
}

/* Is this exactly one frame that is not empty? */
static int is_one_frame(const unsigned char *data, ssize_t size)
{
    unsigned char header[HEADER];
    if (size <= HEADER)
        return 0;
    write_header(header, (size_t)size - HEADER);
    return memcmp(header, data, HEADER) == 0;
}

/* Copies a short message into a frame, and returns the size of the frame; 0 after an error. */
static size_t make_frame(PyObject *message, unsigned char *frame)
{
    char *data;
    Py_ssize_t size;
    if (PyBytes_AsStringAndSize(message, &data, &size) < 0)
        return 0;
    if (size > MOST) {
        PyErr_SetString(PyExc_ValueError, "the message is too long");
        return 0;
    }
    write_header(frame, (size_t)size);
    memcpy(frame + HEADER, data, (size_t)size);
    return (size_t)size + HEADER;
}

static int has_arguments(Py_ssize_t count, Py_ssize_t wanted)
{
    if (count != wanted)
        PyErr_Format(PyExc_TypeError, "there must be %zd arguments", wanted);
    return count == wanted;
}

static PyObject *ask(PyObject *self, PyObject *const *args, Py_ssize_t count)
{
    unsigned char frame[HEADER + MOST], answer[HEADER + MOST + 1];
    if (!has_arguments(count, 4))
        return NULL;
    int questions = (int)PyLong_AsLong(args[0]), answers = (int)PyLong_AsLong(args[1]);
    int wait = (int)PyLong_AsLong(args[3]);
    size_t size = PyErr_Occurred() ? 0 : make_frame(args[2], frame);
    if (size == 0)
        return NULL;
    struct pollfd awaited = {answers, POLLIN, 0};
    int ready = -1;
    ssize_t got = -1;
    Py_BEGIN_ALLOW_THREADS
    if (write(questions, frame, size) >= 0)
        ready = poll(&awaited, 1, wait);
    if (ready > 0)
        got = read(answers, answer, sizeof answer);
    Py_END_ALLOW_THREADS
    if (ready == 0 || (got < 0 && errno == EINTR)) /* a signal: Python handles it when we return */
        Py_RETURN_NONE;
    if (got < 0)
        return PyErr_SetFromErrno(PyExc_OSError);
    if (got < (ssize_t)sizeof answer && is_one_frame(answer, got))
        return PyBytes_FromStringAndSize((char *)answer + HEADER, got - HEADER);
    return PyByteArray_FromStringAndSize((char *)answer, got);
}

/* Write a frame whole. The descriptor blocks, unless the bot has changed that. */
static int write_all(int descriptor, const unsigned char *frame, size_t size)
{
    while (size > 0) {
        ssize_t sent = write(descriptor, frame, size);
        if (sent < 0 && errno != EINTR && errno != EAGAIN)
            return -1;
        if (sent > 0) {
            frame += sent;
            size -= (size_t)sent;
        }
    }
    return 0;
}

/* What Python gets for the bytes that were read: their number, negative if they are not exactly one
 * frame, and 0 at the end and after an error. Then Python reads again, and handles the error. */
static PyObject *size_of_frame(const unsigned char *data, ssize_t got)
{
    if (got < 0)
        got = 0;
    return PyLong_FromSsize_t(is_one_frame(data, got) ? got : -got);
}

/* Read a frame into a buffer. */
static PyObject *hear(PyObject *self, PyObject *const *args, Py_ssize_t count)
{
    Py_buffer buffer;
    if (!has_arguments(count, 2))
        return NULL;
    int questions = (int)PyLong_AsLong(args[0]);
    if (PyErr_Occurred() || PyObject_GetBuffer(args[1], &buffer, PyBUF_WRITABLE) < 0)
        return NULL;
    ssize_t got;
    Py_BEGIN_ALLOW_THREADS
    got = read(questions, buffer.buf, (size_t)buffer.len);
    Py_END_ALLOW_THREADS
    PyObject *size = size_of_frame(buffer.buf, got);
    PyBuffer_Release(&buffer);
    return size;
}

/* Write a frame, and read one into a buffer. */
static PyObject *answer(PyObject *self, PyObject *const *args, Py_ssize_t count)
{
    unsigned char frame[HEADER + MOST];
    Py_buffer buffer;
    if (!has_arguments(count, 4))
        return NULL;
    int answers = (int)PyLong_AsLong(args[0]), questions = (int)PyLong_AsLong(args[1]);
    size_t size = PyErr_Occurred() ? 0 : make_frame(args[2], frame);
    if (size == 0 || PyObject_GetBuffer(args[3], &buffer, PyBUF_WRITABLE) < 0)
        return NULL;
    ssize_t got = 0;
    int failed;
    Py_BEGIN_ALLOW_THREADS
    failed = write_all(answers, frame, size);
    if (!failed)
        got = read(questions, buffer.buf, (size_t)buffer.len);
    Py_END_ALLOW_THREADS
    PyObject *result = failed ? PyErr_SetFromErrno(PyExc_OSError) : size_of_frame(buffer.buf, got);
    PyBuffer_Release(&buffer);
    return result;
}

#define METHOD(name) {#name, (PyCFunction)(void (*)(void))name, METH_FASTCALL, NULL}

static PyMethodDef functions[] = {METHOD(ask), METHOD(hear), METHOD(answer), {NULL, NULL, 0, NULL}};

static struct PyModuleDef module = {
    PyModuleDef_HEAD_INIT, "arena.guest.protocol._frames", NULL, -1, functions, NULL, NULL, NULL, NULL,
};

PyMODINIT_FUNC PyInit__frames(void)
{
    return PyModule_Create(&module);
}
