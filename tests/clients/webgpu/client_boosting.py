"""Gradient boosting on wgpu: catboost-webgpu and xgboost-webgpu, whose trees have to be what each grows on the CPU by itself. Left out is
xgboost-webgpu's regression, whose trees are others than on its CPU from the second on (the same ones on ANV and lavapipe)."""
import catboost_webgpu as catboost
import numpy as np
import xgboost_webgpu as xgboost
from against_numpy import Comparison

comparison = Comparison("boosting", 31)
check = comparison.check
x = comparison.numbers(1500, 9)
line = 2 * x[:, 0] + np.sin(3 * x[:, 3]) + x[:, 1] * x[:, 2]
side, kind = (line > 0).astype(np.float32), np.digitize(line, (-1, 1)).astype(np.float32)


def learned(what, model, y):
    if model.score(x, y) < 0.7:
        comparison.bad.append(f"{what} learns nothing: {model.score(x, y)}")


def xgb(what, y, **parameters):
    got, want = [xgboost.XGBClassifier(device=device, max_depth=4, learning_rate=0.4, **parameters) for device in ("webgpu", "cpu")]
    for m in (got, want):
        m.fit(x, y)
    check(f"leaves of {what}", got.predict_leaf(x), want.predict_leaf(x), 0)
    check(f"results of {what}", got.predict(x), want.predict(x), 1e-4)
    learned(what, got, y)


def cat(what, model, y, proba, **parameters):
    got, want = [model(task_type=device, iterations=8, depth=4, learning_rate=0.4, random_seed=1, **parameters) for device in ("GPU", "CPU")]
    for m in (got, want):
        m.fit(x, y)
    check(f"results of {what}", *[m.predict_proba(x) if proba else m.predict(x) for m in (got, want)], 1e-4)
    learned(what, got, y)


xgb("xgboost's sides", side, n_estimators=8)
xgb("xgboost's kinds", kind, n_estimators=5, objective="multi:softprob", num_class=3, grow_policy="lossguide", max_leaves=12)
cat("catboost's regression", catboost.CatBoostRegressor, line, False)
cat("catboost's sides", catboost.CatBoostClassifier, side, True)
comparison.finish(catboost.get_device_info()["name"], "trees of catboost-webgpu and xgboost-webgpu as on their CPU")
