import type { Fields } from '@pauta/domain/kinds/kind.ts';
import type { Reference } from '@pauta/domain/kinds/reference.ts';
import type { Resource, Values } from '@pauta/domain/resource/resource.ts';
import { type ComponentType, createContext } from 'react';

export interface CreateInPlaceProps {
  readonly resource: Resource;
  readonly fields: Fields;
  readonly initial: Values;
  readonly onClose: () => void;
  readonly onMade: (made: Reference) => void;
}

/**
 * The dialog in which a reference input creates a record. Provided by `UiProvider`: a dialog contains a form, and a
 * form contains inputs, so the inputs cannot import it. Without a provider nothing is offered.
 */
export const CreateInPlaceContext = createContext<ComponentType<CreateInPlaceProps> | null>(null);
