// Eigen's products under the names of BLAS, as the race of tuned kernels wants them.
#include <Eigen/Dense>

template <typename T>
using matrix = Eigen::Map<const Eigen::Matrix<T, Eigen::Dynamic, Eigen::Dynamic>>;
template <typename T>
using column = Eigen::Map<const Eigen::Matrix<T, Eigen::Dynamic, 1>>;

// C = A B, of which the race asks alone.
template <typename T>
static void gemm(int m, int n, int k, const T *a, const T *b, T *c)
{
    Eigen::Map<Eigen::Matrix<T, Eigen::Dynamic, Eigen::Dynamic>> product(c, m, n);

    product.noalias() = matrix<T>(a, m, k) * matrix<T>(b, k, n);
}

template <typename T>
static void gemv(char op, int m, int n, const T *a, const T *x, T *y)
{
    Eigen::Map<Eigen::Matrix<T, Eigen::Dynamic, 1>> product(y, op == 'N' ? m : n);

    if (op == 'N')
        product.noalias() = matrix<T>(a, m, n) * column<T>(x, n);
    else
        product.noalias() = matrix<T>(a, m, n).transpose() * column<T>(x, m);
}

#define NAMES(T, letter)                                                                           \
    extern "C" void letter##gemm_(const char *, const char *, const int *m, const int *n,          \
                                  const int *k, const T *, const T *a, const int *, const T *b,    \
                                  const int *, const T *, T *c, const int *)                       \
    {                                                                                              \
        gemm<T>(*m, *n, *k, a, b, c);                                                              \
    }                                                                                              \
    extern "C" void letter##gemv_(const char *op, const int *m, const int *n, const T *,           \
                                  const T *a, const int *, const T *x, const int *, const T *,     \
                                  T *y, const int *)                                               \
    {                                                                                              \
        gemv<T>(*op, *m, *n, a, x, y);                                                             \
    }                                                                                              \
    extern "C" T letter##dot_(const int *n, const T *x, const int *, const T *y, const int *)      \
    {                                                                                              \
        return column<T>(x, *n).dot(column<T>(y, *n));                                             \
    }

NAMES(double, d)
NAMES(float, s)
