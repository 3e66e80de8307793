import { PasswordField } from '../controls/password-field.tsx';
import type { Input } from './inputs.tsx';

const passwordInput = (autoComplete: 'current-password' | 'new-password'): Input =>
  function PasswordInput({ value, field: _, values: __, ...rest }) {
    return (
      <PasswordField {...rest} autoComplete={autoComplete} value={typeof value === 'string' ? value : ''} />
    );
  };

/** Inputs for the current and the new password; the autocomplete tokens let a password manager distinguish them. */
export const CurrentPasswordInput = passwordInput('current-password');
export const NewPasswordInput = passwordInput('new-password');
