/* Icon outlines of the shell on a grid of 20. One constant each, so that importing one component bundles only its
   icons. */

export const menu = 'M3 5.5h14M3 10h14M3 14.5h14';
export const rail = 'M3.5 3.5h13v13h-13zM8 3.5v13';
export const search = 'M8.75 14a5.25 5.25 0 1 0 0-10.5 5.25 5.25 0 0 0 0 10.5ZM12.6 12.6l4 4';
export const close = 'm5 5 10 10M15 5 5 15';
export const chevron = 'm7.5 5 5 5-5 5';
export const person =
  'M10 9.75a3.25 3.25 0 1 0 0-6.5 3.25 3.25 0 0 0 0 6.5ZM3.75 16.75c.6-2.9 3.1-4.5 6.25-4.5s5.65 1.6 6.25 4.5';
export const logout = 'M8 3.5H3.5v13H8M13 6.5l3.5 3.5-3.5 3.5M16 10H8';
