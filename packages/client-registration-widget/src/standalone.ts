import { ClientRegistrationElement } from './custom-element/client-registration-element.tsx';
import { defineElement } from './custom-element/define-element.ts';

// The form's server is where the script came from, unless the tag says otherwise.
const script = document.currentScript;
if (script instanceof HTMLScriptElement && script.src)
  ClientRegistrationElement.apiBase = new URL(script.src).origin;

defineElement();
