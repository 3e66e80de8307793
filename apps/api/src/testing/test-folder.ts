import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Names contain the id of the creating process, so that a later run finds folders of killed ones. */
export const testFolderName = /^pauta-test-(\d+)-/;

/** A new empty folder for one test, which deletes it itself. */
export const makeTestFolder = (): Promise<string> => mkdtemp(join(tmpdir(), `pauta-test-${process.pid}-`));
