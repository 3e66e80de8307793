/** Called with the number of bytes received so far. */
export type OnReceived = (bytes: number) => void;

/** A completely received file. */
export interface ReceivedFile {
  readonly blob: Blob;
  readonly name: string;
}

/**
 * The file name of a response (RFC 6266), or `fallback` without one. CORS may hide the header from a page of another
 * origin.
 *
 * @example nameOf(new Headers({ 'content-disposition': "attachment; filename*=UTF-8''A%C3%B1o.csv" }), 'x.csv') // 'Año.csv'
 */
export function nameOf(headers: Headers, fallback: string): string {
  const encoded = /filename\*=UTF-8''([^;]+)/i.exec(headers.get('content-disposition') ?? '')?.[1];
  try {
    return encoded ? decodeURIComponent(encoded) : fallback;
  } catch {
    return fallback;
  }
}

/** Reads a response as a file and reports the progress. */
export async function receiveFile(
  response: Response,
  fallback: string,
  onReceived?: OnReceived,
): Promise<ReceivedFile> {
  const name = nameOf(response.headers, fallback);
  const type = response.headers.get('content-type') ?? 'application/octet-stream';
  if (!response.body || !onReceived)
    return { blob: new Blob([await response.arrayBuffer()], { type }), name };
  const chunks: BlobPart[] = [];
  let bytes = 0;
  const reader = response.body.getReader();
  for (;;) {
    const { done, value } = await reader.read();
    if (done) break;
    chunks.push(value as BlobPart);
    bytes += value.byteLength;
    onReceived(bytes);
  }
  return { blob: new Blob(chunks, { type }), name };
}

/** Saves a file by clicking a link with `download`. */
export function saveFile({ blob, name }: ReceivedFile): void {
  const url = URL.createObjectURL(blob);
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  document.body.append(link);
  link.click();
  link.remove();
  // The download has started long before, so the URL is not needed any more.
  setTimeout(() => URL.revokeObjectURL(url), 60_000);
}
