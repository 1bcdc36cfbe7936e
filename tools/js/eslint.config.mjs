// Rules for the book's JavaScript; what names there are is tsc's affair.

import js from "@eslint/js";

export default [
  js.configs.recommended,
  {
    rules: {
      "no-undef": "off", // tsc knows the browser's names
      "no-unused-vars": ["error", { argsIgnorePattern: "^_", varsIgnorePattern: "^_" }],
      "no-var": "error",
      "prefer-const": ["error", { destructuring: "all" }],
      "object-shorthand": "error",
      "prefer-template": "error",
      "no-else-return": "error",
      "no-shadow": "error",
      eqeqeq: "error",
      "max-len": ["error", { code: 100 }],
    },
  },
  { files: ["**/tests/**"], rules: { "max-len": "off", "no-shadow": "off" } },
];
