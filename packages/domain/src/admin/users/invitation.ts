import { email } from '../../kinds/contact.ts';
import { type Field, type Fields, withOptions } from '../../kinds/kind.ts';
import { users } from './user.ts';

const writable = Object.fromEntries(
  Object.entries(users.fields).filter(([, { options }]) => !options.readOnly),
) as Fields;
const { full_name, role_ids, ...rest } = writable;

/** Data of an invited user: the fields of the user form, and the e-mail. */
export const invitationFields: Fields = {
  full_name: full_name as Field,
  email: email('Correo', { required: true, width: 'wide', hint: 'Ahí recibirá la invitación.' }) as Field,
  role_ids: withOptions(role_ids as Field, { width: 'full' }),
  ...rest,
};
