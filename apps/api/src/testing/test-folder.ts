import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Names say which process made the folder, so that a later run finds those of killed ones. */
export const testFolderName = /^pauta-test-(\d+)-/;

/** A new empty folder for one test; it removes it itself. */
export const makeTestFolder = (): Promise<string> => mkdtemp(join(tmpdir(), `pauta-test-${process.pid}-`));
