/* Icon outlines of the optional components, in a separate file so that the shell does not bundle them. */

export { chevron, close } from './outlines.ts';
export const star = 'm10 3 2.2 4.5 4.9.7-3.55 3.45.85 4.9L10 14.2l-4.4 2.35.85-4.9L2.9 8.2l4.9-.7z';
export const up = 'm5 12.5 5-5 5 5';
export const down = 'm5 7.5 5 5 5-5';
export const clock = 'M10 17a7 7 0 1 0 0-14 7 7 0 0 0 0 14ZM10 6v4l2.75 2';
export const cloudOff =
  'M3 3l14 14M7.5 5.2A5 5 0 0 1 14.6 9 3.3 3.3 0 0 1 16.8 14M5.4 7.6A3.9 3.9 0 0 0 6 15.4h8';
