import { extractText, getDocumentProxy, getMeta } from 'unpdf';

/** What a test checks of a PDF document. */
export interface ReadPdf {
  /** The text of each page. */
  readonly pages: readonly string[];
  /** All of it. */
  readonly text: string;
  readonly info: Readonly<Record<string, unknown>>;
  /** Whether it has structure tags, for screen readers. */
  readonly isTagged: boolean;
}

/** Reads a PDF document. */
export const readPdf = async (bytes: Uint8Array): Promise<ReadPdf> => {
  const document = await getDocumentProxy(new Uint8Array(bytes));
  const { text: pages } = await extractText(document, { mergePages: false });
  const { info } = await getMeta(document);
  const marks = await document.getMarkInfo();
  await document.loadingTask.destroy();
  return { pages, text: pages.join('\n'), info, isTagged: marks?.Marked === true };
};
