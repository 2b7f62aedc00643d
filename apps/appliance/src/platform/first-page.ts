/** Pages of a download whose first one is there, so that what goes wrong is an answer and no broken file. @throws what the first page throws */
export async function withFirst<T>(pages: AsyncGenerator<T>): Promise<AsyncGenerator<T>> {
  return after(await pages.next(), pages);
}

async function* after<T>(first: IteratorResult<T>, rest: AsyncGenerator<T>): AsyncGenerator<T> {
  if (first.done === true) return;
  yield first.value;
  yield* rest;
}
