import { join } from 'node:path';

const root = join(import.meta.dirname, '../..');

/**
 * Where the oldest and the newest React that the published form works with are installed, each with the
 * styled-components that goes with it.
 */
export const reactModules = {
  18: join(root, 'e2e/node_modules'),
  19: join(root, 'packages/client-registration-widget/node_modules'),
} as const;
