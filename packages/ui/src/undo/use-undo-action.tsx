import { importPermission, type Resource } from '@pauta/domain/resource/resource.ts';
import { Undo2 } from 'lucide-react';
import { useState } from 'react';
import type { MenuAction } from '../controls/menu.tsx';
import { useHistory } from '../data/use-record.ts';
import { useForecast, whyNotUndone } from './use-forecast.ts';

/** A change to undo: the id of its request, and its title. */
export interface UndoneAct {
  readonly request: string;
  readonly what: string;
}

const elsewhere = 'Nada que deshacer aquí: los cambios de datos se deshacen en Historial.';

/**
 * The entry in the menu of a record that undoes the last approval, merge, conversion or import of which it was part;
 * disabled with the reason if that is impossible. The data is requested when the menu is opened. Null if records of
 * this resource cannot have such a change.
 */
export function useUndoAction(
  resource: Resource,
  id: string,
  onUndo: (act: UndoneAct) => void,
): { readonly action: MenuAction | null; readonly look: () => void } {
  const [looking, setLooking] = useState(false);
  const history = useHistory(resource, looking ? id : null);
  const last = history.data?.data.findLast(({ act }) => act !== undefined);
  const request = last?.undo ?? null;
  const forecast = useForecast(last?.act === 'whole' ? request : null);
  const canHaveActs =
    Object.keys(resource.successors).length > 0 ||
    importPermission(resource) !== null ||
    Object.values(resource.commands).some(({ undo }) => undo && 'whole' in undo);
  const whyNot = (): string | undefined => {
    if (history.error) return 'No se pudo consultar el historial.';
    if (!history.data || forecast.isLoading) return 'Consultando…';
    if (!last) return elsewhere;
    return request === null ? 'Ya se deshizo.' : whyNotUndone(forecast);
  };
  return {
    look: () => setLooking(true),
    action: canHaveActs
      ? {
          id: 'undo',
          label: last ? `Deshacer «${last.title}»` : 'Deshacer',
          icon: <Undo2 aria-hidden size={16} />,
          disabledReason: whyNot(),
          onAction: () => last && request !== null && onUndo({ request, what: last.title }),
        }
      : null,
  };
}
