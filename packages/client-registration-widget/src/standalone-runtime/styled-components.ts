import type { ComponentChildren } from 'preact';

/** The rules are extracted from the source when the script is built, so there is nothing to manage at run time. */
export const StyleSheetManager = ({ children }: { children: ComponentChildren }): ComponentChildren =>
  children;
