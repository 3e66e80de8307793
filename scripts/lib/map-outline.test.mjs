import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { outlineFile, outlineText } from './map-outline.mjs';
import { root } from './run.mjs';

test('the outline of maps is that of its sources; `npm run map-outline` rewrites it', () => {
  expect(readFileSync(join(root, outlineFile), 'utf8') === outlineText()).toBe(true);
});
