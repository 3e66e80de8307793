import type { FormDescription } from '@pauta/domain/crm/forms/form-description.ts';
import type { FormTexts } from '@pauta/domain/crm/forms/texts/form-texts.ts';

/** The part of a form's definition that its preview needs. */
export interface PreviewedForm extends FormDescription {
  readonly texts: FormTexts;
  readonly default_country: string;
  readonly countries: readonly {
    readonly iso2: string;
    readonly tax_ids: readonly { readonly type: string; readonly example?: string }[];
    readonly phone_example?: string;
  }[];
}

/** The properties of `<client-registration>` that the back office uses. */
export type FormElement = HTMLElement & { definition?: PreviewedForm };

/** A simulated state of a visitor in the form. */
interface Visit {
  readonly label: string;
  /** Whether all questions are answered. */
  readonly answers?: boolean;
  /** How often the submit button was pressed. */
  readonly presses?: number;
}

const visits = {
  open: { label: 'Al abrir' },
  'step-2': { label: 'Paso 2', answers: true, presses: 1 },
  'step-3': { label: 'Paso 3', answers: true, presses: 2 },
  errors: { label: 'Con errores', presses: 1 },
  done: { label: 'Al terminar', answers: true, presses: Number.POSITIVE_INFINITY },
  off: { label: 'Apagado' },
} satisfies Record<string, Visit>;

/** A moment of a visit. */
export type Moment = keyof typeof visits;

/**
 * The moments that a form has.
 *
 * @param steps Number of steps; 0 when all questions are on one page.
 */
export const momentsOf = (steps: number): readonly { readonly value: Moment; readonly label: string }[] =>
  Object.entries(visits)
    .map(([value, { label }]) => ({ value: value as Moment, label }))
    .filter(({ value }) => !value.startsWith('step-') || Number(value.slice(5)) <= steps);

/**
 * Valid answers for a form, by field name: the examples that the form itself shows.
 *
 * @param form the definition of the form
 */
export function sampleAnswers({
  default_country,
  countries,
}: Pick<PreviewedForm, 'default_country' | 'countries'>): Readonly<Record<string, string>> {
  const country = countries.find(({ iso2 }) => iso2 === default_country);
  return {
    legal_name: 'Empresa de ejemplo',
    // A type without a rule accepts any letters and digits.
    tax_id: country?.tax_ids.find(({ type }) => type !== 'PASAPORTE')?.example ?? 'A1234567',
    'contact.first_name': 'Ana',
    'contact.last_name': 'Pérez',
    'contact.email': 'ana@empresa.com',
    'contact.phone': country?.phone_example ?? '+1 809 555 0100',
  };
}

/**
 * The simulated server of the preview: it accepts every registration without proof of work, and reports any other form
 * as disabled.
 */
export const previewServer = async (address: RequestInfo | URL): Promise<Response> =>
  String(address).endsWith('/registrations')
    ? Response.json(
        { folio: `REG-${new Date().getFullYear()}-000000`, received_at: new Date().toISOString() },
        { status: 201 },
      )
    : Response.json({}, { status: 404 });

const turns = ['crw:step', 'crw:invalid', 'crw:success', 'crw:error'] as const;

/** Presses the submit button of the form. @returns the resulting event */
const press = (form: FormElement): Promise<string> =>
  new Promise((done) => {
    const ending = new AbortController();
    const turned = ({ type }: Event): void => {
      ending.abort();
      done(type);
    };
    for (const name of turns) form.addEventListener(name, turned, { signal: ending.signal });
    form.shadowRoot?.querySelector<HTMLElement>('button[data-primary]')?.click();
  });

function answer(form: FormElement, definition: PreviewedForm): void {
  for (const [name, value] of Object.entries(sampleAnswers(definition))) {
    const field = form.shadowRoot?.querySelector<HTMLInputElement>(`input[name="${name}"]`);
    if (!field) continue;
    field.value = value;
    field.dispatchEvent(new Event('input', { bubbles: true }));
  }
  const consent = form.shadowRoot?.querySelector<HTMLInputElement>('input[name="consent"]');
  consent?.click();
}

/** Repeats in a rendered form what a visitor does up to a moment of the visit. */
export async function simulateVisit(
  form: FormElement,
  definition: PreviewedForm,
  moment: Moment,
): Promise<void> {
  const { answers, presses = 0 }: Visit = visits[moment];
  if (answers) answer(form, definition);
  for (let count = 0; count < presses; count += 1) {
    const turn = await press(form);
    if (turn !== 'crw:step') return;
  }
}
