import { reference } from '../../kinds/reference.ts';
import { longText } from '../../kinds/text.ts';
import type { Resource } from '../../resource/resource.ts';

/** Why a spot may be nearer to others than the settings say. */
export const separationReason = longText('Por qué se coloca sin la separación', {
  max: 500,
  min: 3,
  hint: 'Solo si queda más cerca de otros de lo que dicen los ajustes, y con permiso para ello.',
});

/** The place of a spot in its break, as input of a command. */
export const placeFields = (placements: () => Resource) => ({
  before_id: reference('Antes de', placements, { hint: 'Vacío: al final del corte.' }),
  separation_reason: separationReason,
});
