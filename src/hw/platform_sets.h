// Sets of platforms, a bit each, for the columns of tables (rules.def, registers.def). Only the files that
// include such a table include this: the names have no prefix.
#ifndef KILN_HW_PLATFORM_SETS_H
#define KILN_HW_PLATFORM_SETS_H

#include "hw/devinfo.h"

#define ON(platform) (1u << KILN_PLATFORM_##platform)
#define SKL ON(SKL)
#define BXT ON(BXT)
#define KBL ON(KBL)
#define GLK ON(GLK)
#define CFL ON(CFL)
#define CML ON(CML)
#define CHV ON(CHV)
#define HSW ON(HSW)
#define GEN8 (ON(BDW) | CHV)
#define GEN9_LP (BXT | GLK)
#define GEN9_CORE (SKL | KBL | CFL | CML)
#define GEN9 (GEN9_CORE | GEN9_LP)
#define GEN11 (ON(ICL) | ON(EHL) | ON(JSL) | ON(LKF))
#define GEN12 (ON(TGL) | ON(RKL) | ON(ADLS) | ON(ADLP) | ON(ADLN) | ON(RPLS) | ON(RPLP) | ON(DG1))
#define GEN125 (ON(DG2) | ON(MTL) | ON(ARL) | ON(ARLH))
#define XE2 (ON(LNL) | ON(BMG))
// From a generation on.
#define ALL (~0u)
#define GEN8_ON (ALL & ~HSW)
#define GEN9_ON (ALL & ~(HSW | GEN8))
#define GEN11_ON (GEN9_ON & ~GEN9)
#define GEN12_ON (GEN11_ON & ~GEN11)

#endif
