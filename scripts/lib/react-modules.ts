import { join } from 'node:path';

const root = join(import.meta.dirname, '../..');

/**
 * Installation folders of the oldest and the newest React that the published form supports, each with a matching
 * styled-components.
 */
export const reactModules = {
  18: join(root, 'e2e/node_modules'),
  19: join(root, 'packages/client-registration-widget/node_modules'),
} as const;
