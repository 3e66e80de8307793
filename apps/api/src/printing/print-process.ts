// The printing process: turns templates and data into PDF documents, one at a time. The compiler is native code that
// blocks its thread and keeps about 100 MB, so it is in a process of its own, which ends when it is idle (`printer.ts`).

import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { NodeCompiler, type NodeError } from '@myriaddreamin/typst-ts-node-compiler';
import type { PrintAnswer, PrintRequest } from './print-request.ts';
import { readTemplate } from './template.ts';

const { resolve } = createRequire(import.meta.url);
const fonts = ['400Regular', '600SemiBold'].map((weight) =>
  readFileSync(resolve(`@expo-google-fonts/public-sans/${weight}/PublicSans_${weight}.ttf`)),
);
// A folder that does not exist: the compiler refuses files outside of it, so a template reads only what is put there.
const workspace = join(import.meta.dirname, 'no-such-folder');
const compiler = NodeCompiler.create({ workspace, fontArgs: [{ fontBlobs: fonts }] });
const letterhead = readTemplate(new URL('./letterhead.typ', import.meta.url));

const textOf = (error: NodeError | null): string =>
  (error?.shortDiagnostics ?? []).map(({ message }) => String(message)).join('; ') || 'unknown error';

const compile = ({ template, data, createdAt, pictures }: PrintRequest): Uint8Array => {
  compiler.addSource(join(workspace, letterhead.name), letterhead.source);
  for (const [name, bytes] of Object.entries(pictures))
    compiler.mapShadow(join(workspace, name), Buffer.from(bytes));
  const compiled = compiler.compile({ mainFileContent: template.source, inputs: { data } });
  const { result } = compiled;
  if (!result) throw new Error(`${template.name}: ${textOf(compiled.takeDiagnostics())}`);
  try {
    return compiler.pdf(result, { pdfStandard: 'ua-1', creationTimestamp: createdAt });
  } catch {
    // PDF/UA-1 admits no character that the fonts lack, such as a picture in a name. The document is tagged all the
    // same.
    return compiler.pdf(result, { creationTimestamp: createdAt });
  }
};

process.on('message', (request: PrintRequest) => {
  const answer = (outcome: { document: Uint8Array } | { failure: string }): void => {
    compiler.resetShadow();
    compiler.evictCache(0);
    process.send?.({ ...outcome, memory: process.memoryUsage.rss() } satisfies PrintAnswer);
    // A compiled document is native memory, which is freed with its object; the heap alone is too small to be collected.
    setImmediate(() => globalThis.gc?.());
  };
  try {
    answer({ document: compile(request) });
  } catch (error) {
    answer({ failure: error instanceof Error ? error.message : String(error) });
  }
});
