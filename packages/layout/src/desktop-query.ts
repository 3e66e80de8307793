/** From here up the menu is beside the page, below it is a drawer. In rem, so that a larger font counts. */
export const desktopQuery = '(min-width: 64rem)';
