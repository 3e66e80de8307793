export { FavoriteButton, type FavoriteButtonProps } from './favorite-button.tsx';
export { favoriteGroup } from './pin-group.tsx';
export { noPins, type Pin, type PinAction, type Pins, parsePins, pinReducer } from './pin-list.ts';
export { PinsMenu, type PinsMenuProps } from './pins-menu.tsx';
export { type PinControls, usePins, useVisit } from './use-pins.ts';
