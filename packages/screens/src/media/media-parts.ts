/** The parts of the page of a media file, in one file for the browser. */
export { MediaUsage } from './media-usage.tsx';
export { MediaVersions } from './media-versions.tsx';
export { ShareMedia } from './share-media.tsx';
