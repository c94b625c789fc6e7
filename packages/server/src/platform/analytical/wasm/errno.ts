/** WASI's numbers, which Emscripten uses on every platform. */
const ERRNO: ReadonlyMap<string, number> = new Map([
  ["EACCES", 2],
  ["EBADF", 8],
  ["EBUSY", 10],
  ["EDQUOT", 19],
  ["EEXIST", 20],
  ["EFBIG", 22],
  ["EINVAL", 28],
  ["EIO", 29],
  ["EISDIR", 31],
  ["ELOOP", 32],
  ["EMFILE", 33],
  ["ENAMETOOLONG", 37],
  ["ENFILE", 41],
  ["ENOENT", 44],
  ["ENOSPC", 51],
  ["ENOTDIR", 54],
  ["ENOTEMPTY", 55],
  ["EPERM", 63],
  ["EROFS", 69],
  ["EXDEV", 75],
]);

/** An error of Node's that has no number here is an I/O error to the engine. */
export function errnoOf(code: string): number {
  return ERRNO.get(code) ?? ERRNO.get("EIO") ?? 0;
}
