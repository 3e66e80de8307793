// The build runs this program: it makes the snapshot that first starts copy.
import { makeSnapshot } from './make-snapshot.ts';
import { snapshotFolder } from './snapshot-folder.ts';

await makeSnapshot(snapshotFolder);
