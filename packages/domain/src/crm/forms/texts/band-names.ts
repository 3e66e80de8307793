import { investmentBands } from '../../registrations/client-registration.ts';
import type { FormLocale } from './form-texts.ts';

type BandNames = Readonly<Record<keyof typeof investmentBands, string>>;

const others: Readonly<Partial<Record<FormLocale, BandNames>>> = {
  en: {
    under_50k: 'Under 50,000',
    from_50k: '50,000 to 200,000',
    from_200k: '200,000 to 500,000',
    from_500k: '500,000 to 2,000,000',
    over_2m: 'Over 2,000,000',
    unknown: 'Not sure yet',
  },
};

/** Labels of the expected spending ranges, in a language. */
export const bandNames = (locale: FormLocale): BandNames => others[locale] ?? investmentBands;
