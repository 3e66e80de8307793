import { useUser } from '@pauta/core/react';
import { usePage } from '@pauta/layout/page';
import { type PinControls, usePins } from '@pauta/layout/pins';
import { useLocation } from 'react-router-dom';
import { pinOf } from './place.ts';

/** Favourites and recent pages of the signed-in user, and the current page. */
export function usePlace(): { pins: PinControls; current: ReturnType<typeof pinOf> } {
  const user = useUser();
  const { pathname } = useLocation();
  const page = usePage();
  return { pins: usePins(user && `pauta.pins.${user.id}`), current: pinOf(pathname, page) };
}
