import { showPrintKeys } from "../common/print.js";

showPrintKeys();
