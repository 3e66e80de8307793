// Writes the coasts and borders that maps are drawn with: `npm run map-outline` after their sources were changed. A test
// fails while they differ.
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { outlineFile, outlineText } from './lib/map-outline.mjs';
import { root } from './lib/run.mjs';

writeFileSync(join(root, outlineFile), outlineText());
