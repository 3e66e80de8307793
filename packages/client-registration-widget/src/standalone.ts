import { ClientRegistrationElement } from './custom-element/client-registration-element.tsx';
import { defineElement } from './custom-element/define-element.ts';

// The API is on the origin of the script, unless the tag has another address.
const script = document.currentScript;
if (script instanceof HTMLScriptElement && script.src)
  ClientRegistrationElement.apiBase = new URL(script.src).origin;

defineElement();
