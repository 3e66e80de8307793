import type { Values } from '@pauta/domain/resource/resource.ts';
import { useEffect, useState } from 'react';
import { useLocation, useNavigate } from '../../router.ts';

/** What a form begins with, besides what its definition says. */
export interface Begun {
  /** Initial values of a new record, by field. */
  readonly values?: Values;
  /** Lines that are added to a document, by the name of the lines; each as values of some of its fields, in order. */
  readonly lines?: Readonly<Record<string, readonly Values[]>>;
}

const nothing: Begun = {};

/**
 * State of a history entry with which a form begins.
 *
 * @example navigate(paths.create(quotes), { state: beginWith({ lines: { lines: [{ inventory_item_id: space }] } }) })
 */
export const beginWith = (begun: Begun): { readonly begun: Begun } => ({ begun });

/** What the form at the current address begins with, once: a reload of the page finds the draft of the form instead. */
export const useBegun = (): Begun => {
  const location = useLocation();
  const navigate = useNavigate();
  const given = (location.state as Partial<ReturnType<typeof beginWith>> | null)?.begun;
  const [begun] = useState(given ?? nothing);
  useEffect(() => {
    if (given) void navigate(location, { replace: true, state: null });
  }, [given, location, navigate]);
  return begun;
};
