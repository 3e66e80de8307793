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
 * The window in which a reference input makes a new record. `UiProvider` gives it: a window holds a form, and a form
 * holds inputs, so that the inputs cannot import it. Without one nothing is offered.
 */
export const CreateInPlaceContext = createContext<ComponentType<CreateInPlaceProps> | null>(null);
