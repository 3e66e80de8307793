// Writes packages/domain/src/resource-index.ts from the definitions: `npm run resource-index` after one was added or
// renamed. A test of the domain fails while they differ.
import { writeFileSync } from 'node:fs';
import { indexText } from '../packages/domain/src/testing/index-text.ts';

writeFileSync(new URL('../packages/domain/src/resource-index.ts', import.meta.url), indexText());
