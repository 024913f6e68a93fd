/** IndexedDB: databases with one object store, and requests as promises. */

const opened = new Map<string, Promise<IDBDatabase>>();

export function answered<T>(request: IDBRequest<T>): Promise<T> {
  return new Promise((done, fail) => {
    request.onsuccess = () => done(request.result);
    request.onerror = () => fail(request.error ?? new Error("the browser's database does not answer"));
  });
}

/** The only object store of a database, which is created if necessary; opened once. */
export async function openStore(
  database: string,
  store: string,
  keyPath: string,
  mode: IDBTransactionMode,
): Promise<IDBObjectStore> {
  if (!opened.has(database)) {
    const request = indexedDB.open(database, 1);
    request.onupgradeneeded = () => request.result.createObjectStore(store, { keyPath });
    opened.set(database, answered(request));
  }
  return (await opened.get(database)!).transaction(store, mode).objectStore(store);
}
