import { join } from 'node:path';
import { paths } from '../../platform/paths.ts';

/** Where the build leaves the snapshot of the demonstration: `cluster`, `storage` and `snapshot.json`. */
export const snapshotFolder = join(paths.api, '.cache', 'demonstration');
