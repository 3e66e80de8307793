const filesOf = async (entry: FileSystemEntry): Promise<File[]> => {
  if (entry.isFile)
    return [await new Promise<File>((done, fail) => (entry as FileSystemFileEntry).file(done, fail))];
  const reader = (entry as FileSystemDirectoryEntry).createReader();
  const found: File[] = [];
  for (;;) {
    // A reader answers a hundred entries at a time, and none at the end.
    const entries = await new Promise<FileSystemEntry[]>((done, fail) => reader.readEntries(done, fail));
    if (entries.length === 0) return found;
    for (const one of entries) {
      const inside = await filesOf(one);
      if (one.isFile)
        for (const file of inside)
          Object.defineProperty(file, 'webkitRelativePath', { value: one.fullPath.slice(1) });
      found.push(...inside);
    }
  }
};

/** The files that were dropped, with those inside of dropped folders. */
export const droppedFiles = async (transfer: DataTransfer): Promise<readonly File[]> => {
  // The list of items is empty after the event, so the entries are taken before anything is awaited.
  const entries = [...transfer.items].flatMap((item) => item.webkitGetAsEntry?.() ?? []);
  if (!entries.some(({ isDirectory }) => isDirectory)) return [...transfer.files];
  return (await Promise.all(entries.map(filesOf))).flat();
};
