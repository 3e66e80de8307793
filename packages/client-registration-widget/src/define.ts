import { defineElement } from './custom-element/define-element.ts';

defineElement();
