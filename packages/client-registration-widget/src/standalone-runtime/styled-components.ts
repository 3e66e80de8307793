import type { ComponentChildren } from 'preact';

/** The rules are extracted from the source when the script is built: there is nothing left to manage. */
export const StyleSheetManager = ({ children }: { children: ComponentChildren }): ComponentChildren =>
  children;
