/** The parts of the page of a technical sheet, in one file for the browser. */
export { AskMaterial } from './ask-material.tsx';
export { SheetItems } from './sheet-items.tsx';
export { SheetLinks } from './sheet-links.tsx';
